import * as z from 'zod/mini';

/** public/step-up/callback.html, with which the window begins and ends. */
const PAGE = '/step-up/callback';
const CHANNEL = 'patron.step-up';
const WINDOW_FEATURES = 'popup,width=480,height=720';
/** How often the page checks whether the window is closed. */
const POLL_MS = 500;
/** The result of a window that just closed may be on its way. */
const GRACE_MS = 1000;

const resultSchema = z.union([z.object({ code: z.string() }), z.object({ error: z.string() })]);
export type StepUpResult = z.output<typeof resultSchema>;

/** A window in which the user signs in to the OpenID provider again. */
export interface StepUpWindow {
  /** What the window ended with. Stays pending if it never does, or after `close`. */
  readonly result: Promise<StepUpResult>;
  readonly navigate: (url: string) => void;
  /** Stops waiting. The browser may keep the window open while it shows the provider's page. */
  readonly close: () => void;
}

/**
 * Opens a window that can't reach this page: its result comes through a channel of our own origin. Call it
 * synchronously in the click handler.
 *
 * @param onClosed called if the window seems to be closed. A provider with an opener policy hides an open
 *   one, so the result may still come.
 * @returns undefined if the browser blocks it
 */
export function openStepUpWindow(onClosed: () => void): StepUpWindow | undefined {
  const popup = window.open(PAGE, '_blank', WINDOW_FEATURES);
  if (!popup) return undefined;
  popup.opener = null;
  const channel = new BroadcastChannel(CHANNEL);
  const { promise: result, resolve } = Promise.withResolvers<StepUpResult>();
  let closing: ReturnType<typeof setTimeout> | undefined;
  const poll = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(poll);
    closing = setTimeout(onClosed, GRACE_MS);
  }, POLL_MS);

  function close() {
    clearInterval(poll);
    clearTimeout(closing);
    channel.close();
    popup?.close();
  }
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = resultSchema.safeParse(data);
    if (!message.success) return;
    channel.postMessage('received');
    close();
    resolve(message.data);
  });
  return { result, navigate: (url) => popup.location.replace(url), close };
}
