const PARENT_CHECK_MS = 500;

/**
 * Calls `shutDown(signal)` on a signal, or when npm has ended. npm starts a command through a shell and
 * sends SIGTERM only to that shell, so the command has to notice that its parent process is gone.
 */
export function onShutdown(shutDown) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => shutDown(signal));
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    shutDown('SIGTERM');
  }, PARENT_CHECK_MS);
  check.unref();
}
