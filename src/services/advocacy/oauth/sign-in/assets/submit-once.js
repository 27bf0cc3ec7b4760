// Ignores a second press while the response is on its way: it would replace the page of the first request
// by one that says that the link or the sign-in was already used.
const SUBMIT_PAUSE_MS = 5000;
let submittedAt = Number.NEGATIVE_INFINITY;

document.addEventListener('submit', (event) => {
  if (event.timeStamp - submittedAt < SUBMIT_PAUSE_MS) event.preventDefault();
  else submittedAt = event.timeStamp;
});
// Shown again by Back.
addEventListener('pageshow', () => {
  submittedAt = Number.NEGATIVE_INFINITY;
});
