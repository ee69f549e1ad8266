/**
 * Modules that share a file. Without this a page would need a hundred files, one for each set of screens with the
 * same imports, which is slow on bad connections. The first matching group takes a module.
 */
export const chunkGroups = [
  // Required by every page that hydrates.
  {
    name: 'base',
    test: inLibraries('react|react-dom|scheduler|react-router|i18next|react-i18next|turbo-stream'),
  },
  {
    name: 'pieces',
    test: inMantine(
      'core|components/(?:ActionIcon|Anchor|Button|CloseButton|Group|Input|InputBase|InputWrapper|Loader|PasswordInput|Stack|Text|TextInput|Title|Transition|UnstyledButton)',
    ),
  },
  {
    name: 'core',
    test: inSources(
      'analytics/events[.]|platform/client/(?!page/service-worker|api/(?:solve|streamed-answer)|browser-database/|error-reports/(?!error-reporting[.]))|tenancy/client/(?!queries|prefetched-replies|start-error-reports|uploads/|analytics/(?!log-visit)|session/(?:redeem-address-token|handoff))|ui/(?:i18n|theme|frame)/|ui/form/(?:form|rules|use-api-form|form-summary|use-leave-warning|submit-button|fields/(?:text-field|password-field|choice-bar))[.-]|accounts/contract[.]|ui/components/(?:button|formatting/(?:role-name|use-role-name))[.]',
    ),
  },
  // Pages before login.
  {
    name: 'login',
    test: inSources(
      'accounts/screens/(?:login/(?:school-login|login-routes)|auth-page/(?:auth-page|use-login-redirect|use-login-role|login-role-choice)|second-factor/(?:challenge-url|use-login-challenge))[.]|ui/components/legal-links[.]',
    ),
  },
  // The frame behind login, and what most of its pages use.
  {
    name: 'shell',
    test: any(
      inLibraries(
        '@tanstack/(?:react-query|query-core)|@floating-ui/[^/]+|@mantine/(?:hooks|store)|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|tslib',
      ),
      inMantine(
        'components/(?:Alert|Avatar|Badge|Breadcrumbs|Burger|Center|Drawer|FocusTrap|Indicator|Menu|Modal|ModalBase|Overlay|Paper|Popover|Portal|Progress|ScrollArea|SimpleGrid|Skeleton|Tooltip|VisuallyHidden)|components/(?:Accordion/AccordionChevron|Checkbox/CheckIcon|Radio/RadioIcon)|utils/(?:Floating|InlineInput|InputsGroupFieldset)',
      ),
      inSources(
        'lib/csv/csv[.]|tenancy/client/(?:queries|prefetched-replies)[.]|ui/shell/(?!(?:access-denied-page|command-palette|platform-navigation|shortcut-list)[.])|ui/public/generated-cover[.]|ui/components/(?:avatar|bar-chart|download-file|icon-button|responsive-image|time|feedback/(?:confirm|empty-state|error-state|modal|offline-banner|progress-bar|skeletons|states|toasts)|formatting/(?:format-number|format-time|is-text-input)|layout/(?:page-heading|section))[.]|(?:categories|consent|courses|groups|learning|notifications|onboarding|staff-home|uploads)/contract[.]|plans/screens/(?:plan-texts|upgrade-link)[.]|frames/settings/settings-pages[.]',
      ),
    ),
  },
  // An icon of a single page stays with it.
  { name: 'icons', test: inLibraries('@tabler/icons-react'), minShareCount: 2 },
  // Select and combobox fields.
  {
    name: 'fields',
    test: any(
      inMantine(
        'components/(?:Checkbox|Combobox|FloatingIndicator|MultiSelect|NativeSelect|Pill|PillsInput|Radio|SegmentedControl|Select|Switch|Table|Tabs|Textarea)',
      ),
      inSources(
        'ui/form/(?:use-autosave|save-state|fields/(?:checkbox-field|date-time-field|multi-select-field|radio-field|select-field|switch-field|text-area))[.]|ui/components/layout/tabs[.]',
      ),
    ),
  },
]

/** Modules of these packages; each name may be a pattern. */
function inLibraries(names: string) {
  return new RegExp(`/node_modules/(?:${names})/`)
}

function inMantine(parts: string) {
  return new RegExp(`/@mantine/core/esm/(?:${parts})[/.]`)
}

/** Scripts below `src`. A style sheet stays with the page that imports it. */
function inSources(paths: string) {
  return new RegExp(`^(?!.*[.]css).*/src/(?:${paths})`)
}

function any(...tests: RegExp[]) {
  return new RegExp(tests.map(({ source }) => `(?:${source})`).join('|'))
}
