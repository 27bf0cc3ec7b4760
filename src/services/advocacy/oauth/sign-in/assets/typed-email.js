// Carries the address that was typed for sign-in to the page for a forgotten password. In the fragment,
// which browsers send to no server and which no log has.
const emailField = document.querySelector('#email');
const forgotLink = document.querySelector('a[href$="/oauth/forgot-password"]');
if (emailField && forgotLink) {
  const carryEmail = () => {
    forgotLink.hash = encodeURIComponent(emailField.value.trim());
  };
  carryEmail();
  emailField.addEventListener('input', carryEmail);
  // Browsers fill fields in without an event.
  forgotLink.addEventListener('click', carryEmail);
} else if (emailField?.value === '' && location.hash.length > 1) {
  try {
    emailField.value = decodeURIComponent(location.hash.slice(1));
  } catch {
    // Not an address.
  }
}
