import { replayIntegration } from '@sentry/browser'

/** Sentry's recorder with every text, input and medium masked, and no body of any request. */
export const createMaskedReplay = () =>
  replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    // Compression runs in a worker made of a blob, which the content policy does not allow.
    useCompression: false,
    networkDetailAllowUrls: [],
    networkCaptureBodies: false,
    maskAttributes: ['title', 'placeholder', 'aria-label', 'alt', 'value', 'href'],
  })
