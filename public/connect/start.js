// The window that connects an account shows this page until the console sends it to the network. The
// page has no opener policy: an empty window would take over the console's, and WebKit would cut the
// opener off at the network. src/console/features/accounts/connect/connect-window.ts is its other end.
(() => {
  const heading = document.querySelector('h1');
  const detail = document.querySelector('.detail');
  const close = document.querySelector('button');

  function show(title, { text = '', failed = false } = {}) {
    document.body.toggleAttribute('data-failed', failed);
    heading.textContent = title;
    detail.textContent = text;
    close.hidden = !failed;
  }

  close.addEventListener('click', () => window.close());
  if (!window.opener) {
    showError(
      'Nothing to connect here',
      'Open your accounts in Patron and connect one from there.',
    );
    close.hidden = true;
    return;
  }
  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== location.origin || source !== window.opener) return;
    if (data.error) show(data.error.title, { text: data.error.detail, failed: true });
    else show(`Waiting for the address of ${data.network}…`);
  });
  window.opener.postMessage('connect-start', location.origin);
})();
