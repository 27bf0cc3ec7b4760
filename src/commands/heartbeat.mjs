/** Longer than anything that the services do without a turn of the event loop. */
const TIMEOUT_MS = 60_000;

/**
 * Calls `onHang` when a child process has sent no message for a while. Such a process can't even handle
 * a signal: a full disk can stop the embedded database inside a call that never returns.
 * @param {import('node:child_process').ChildProcess} child it sends messages regularly from now on
 */
export function watchHeartbeat(child, onHang) {
  let timer;
  const wait = (next) => {
    clearTimeout(timer);
    timer = setTimeout(next, TIMEOUT_MS);
    timer.unref();
  };
  // Twice, because after the machine slept the time is over before the child could send anything.
  const restart = () => wait(() => wait(onHang));
  restart();
  child.on('message', restart);
  child.on('exit', () => clearTimeout(timer));
}
