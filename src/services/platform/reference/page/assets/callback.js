// Hands the result of the sign-in to the page that opened this one, and closes.
new BroadcastChannel('patron-reference').postMessage(location.search);
history.replaceState(null, '', location.pathname);
close();
