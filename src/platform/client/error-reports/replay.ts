import { replayIntegration } from '@sentry/browser'

/** Sentry's recorder with all texts, inputs and media masked, and without request bodies. */
export const createMaskedReplay = () =>
  replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    // Compression would run in a blob worker, which the content security policy forbids.
    useCompression: false,
    networkDetailAllowUrls: [],
    networkCaptureBodies: false,
    maskAttributes: ['title', 'placeholder', 'aria-label', 'alt', 'value', 'href'],
  })
