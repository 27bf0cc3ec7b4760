/** How often it is looked whether npm is still there, in milliseconds. */
const LOOK_EVERY = 500;

/**
 * Calls `end(signal)` when the command is asked to end: by a signal of its own (what a terminal sends
 * reaches the whole group), or because npm was ended. npm starts a command through a shell and passes
 * a SIGTERM to that shell alone, so the command learns of it only by finding itself without a parent.
 */
export function onEnding(end) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    end('SIGTERM');
  }, LOOK_EVERY);
  look.unref();
}
