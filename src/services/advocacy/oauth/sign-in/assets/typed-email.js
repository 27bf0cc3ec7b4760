// Carries the address from one page to the next: from sign-in to the page for a forgotten password, and back.
// In the storage of the tab, which no server and no log gets.
const EMAIL_KEY = 'patron.email';
const emailField = document.querySelector('#email');
try {
  if (emailField?.value === '') {
    emailField.value = sessionStorage.getItem(EMAIL_KEY) ?? '';
    if (emailField.value !== '') document.querySelector('#password')?.focus();
  }
  sessionStorage.removeItem(EMAIL_KEY);
  for (const link of document.querySelectorAll('a[data-email]')) {
    link.addEventListener('click', () => {
      // Of the page, or as it was typed. Browsers fill fields in without an event.
      sessionStorage.setItem(EMAIL_KEY, link.dataset.email || emailField?.value.trim() || '');
    });
  }
} catch {
  // The browser blocks storage.
}
