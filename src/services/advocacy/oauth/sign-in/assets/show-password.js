// Adds a button to each password field that shows what was typed.
for (const input of document.querySelectorAll('input[type="password"]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'show';
  button.setAttribute('aria-controls', input.id);

  // Not "Show password", which would be a second element with the field's name.
  const show = (isShown) => {
    input.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? 'Hide' : 'Show';
    button.setAttribute('aria-label', `${button.textContent} what you typed`);
  };
  show(false);
  button.addEventListener('click', () => show(input.type === 'password'));
  // Browsers offer to save only what is in a password field.
  input.form?.addEventListener('submit', () => show(false));
  input.classList.add('with-show');
  input.after(button);
}
