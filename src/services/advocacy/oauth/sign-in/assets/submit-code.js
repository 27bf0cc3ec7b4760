// Submits the code with its sixth digit. What is filled in as a whole waits a moment, because password
// managers often submit it themselves.
const FILLED_IN_MS = 1500;
const codeField = document.querySelector('#code[inputmode="numeric"]');
let filledIn;

codeField?.addEventListener('input', ({ inputType, data }) => {
  clearTimeout(filledIn);
  if (!/^\s*\d{3}\s?\d{3}\s*$/.test(codeField.value)) return;
  const isTyped =
    inputType === 'insertFromPaste' || (inputType === 'insertText' && data?.length === 1);
  if (isTyped) codeField.form.requestSubmit();
  else filledIn = setTimeout(() => codeField.form.requestSubmit(), FILLED_IN_MS);
});
codeField?.form.addEventListener('submit', () => clearTimeout(filledIn));
