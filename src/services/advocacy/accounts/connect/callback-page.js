// Hands the result to the window that opened this one and closes this one. Without such a window (it
// was closed, or the third party cut it off) the page stays, and tells the person what happened.
const { message, origin } = document.getElementById('outcome').dataset;
const { opener } = window;

// The code and the state are used up; they need not stay in the address bar and the history.
window.history.replaceState(null, '', window.location.pathname);

if (opener && !opener.closed && message && origin) {
  opener.postMessage(message, origin);
  window.close();
}
