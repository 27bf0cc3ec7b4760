// Post the result to the opener and close this window. Without an opener (it was closed, or the third
// party severed it) the page stays open and shows the result.
const { message, origin } = document.getElementById('outcome').dataset;
const { opener } = window;

// Remove the used code and state from the address bar and the history.
window.history.replaceState(null, '', window.location.pathname);

if (opener && !opener.closed && message && origin) {
  opener.postMessage(message, origin);
  // The opener may keep the window for the next account: it says so before it navigates it.
  const timer = setTimeout(() => window.close(), 500);
  window.addEventListener('message', (event) => {
    if (event.source === opener && event.data === 'keep-open') clearTimeout(timer);
  });
}
