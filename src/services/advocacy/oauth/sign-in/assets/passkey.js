// Lets the browser sign with a passkey and submits the form: when its button is pressed, and when the user picks a
// passkey among the suggestions for the email.
const passkeys = window.SimpleWebAuthnBrowser;
const passkeyForm = document.querySelector('form[data-passkey]');

if (passkeyForm && passkeys.browserSupportsWebAuthn()) {
  const optionsJSON = JSON.parse(passkeyForm.dataset.passkey);
  const note = passkeyForm.querySelector('[role="alert"]');
  const credential = passkeyForm.elements.namedItem('credential');

  const send = async (useBrowserAutofill) => {
    try {
      const signed = await passkeys.startAuthentication({ optionsJSON, useBrowserAutofill });
      credential.value = JSON.stringify(signed);
      passkeyForm.submit();
    } catch (error) {
      // Replaced by another request, or never started.
      if (useBrowserAutofill || error.name === 'AbortError') return;
      note.textContent = 'No passkey was used. Try again, or choose another way.';
      note.hidden = false;
    }
  };

  passkeyForm.hidden = false;
  passkeyForm.addEventListener('submit', (event) => {
    event.preventDefault();
    // The pause after a submit is for requests, not for the browser's own dialog.
    event.stopPropagation();
    note.hidden = true;
    void send(false);
  });
  if (document.querySelector('input[autocomplete~="webauthn"]')) {
    void passkeys
      .browserSupportsWebAuthnAutofill()
      .then((isSupported) => isSupported && send(true));
  }
}
