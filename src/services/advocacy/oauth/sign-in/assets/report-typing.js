// Lets the server keep this sign-in when others on the network open many.
const typedForm = document.querySelector('form[data-typed]');
typedForm?.addEventListener(
  'input',
  () => {
    fetch(typedForm.dataset.typed, { method: 'POST', keepalive: true }).catch(() => {});
  },
  { once: true },
);
