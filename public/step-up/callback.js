// The window that confirms at the OpenID provider begins and ends with this page. It has no opener, so the
// result reaches the waiting tab through a channel. src/console/session/step-up/step-up-window.ts is its
// other end.
(() => {
  const result = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  if (result.code === undefined && result.error === undefined) return;
  // The code stays out of the history.
  history.replaceState(null, '', location.pathname);
  document.querySelector('h1').textContent = 'Go back to Patron';
  document.querySelector('.detail').textContent =
    'You can close this window. If no Patron page is waiting for it, nothing was confirmed.';
  const channel = new BroadcastChannel('patron.step-up');
  channel.addEventListener('message', ({ data }) => {
    if (data === 'received') window.close();
  });
  channel.postMessage(result);
})();
