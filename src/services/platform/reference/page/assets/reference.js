// Shows one language of samples, finds operations, signs in, and sends requests. Reading needs none of it.

import { signIn } from './sign-in.js';

const authorization = document.querySelector('.authorization');
const { clientId, scopes, schemes } = JSON.parse(authorization.dataset.settings);
/** By the name of a security scheme. */
const credentials = {};

authorization.hidden = false;
authorization.addEventListener('submit', (event) => event.preventDefault());
authorization.addEventListener('input', ({ target }) => {
  credentials[target.name] = target.value.trim();
});
for (const button of authorization.querySelectorAll('button[data-scheme]')) {
  const status = button.nextElementSibling;
  button.addEventListener('click', async () => {
    status.textContent = '';
    try {
      const { flows } = schemes[button.dataset.scheme];
      credentials[button.dataset.scheme] = await signIn(flows.authorizationCode, {
        clientId,
        scopes,
      });
      button.textContent = 'Sign in again';
      status.textContent = 'Signed in';
    } catch (error) {
      status.textContent = error.message;
    }
  });
}

// One language for all samples.
const LANGUAGES = ['curl', 'JavaScript'];

function showLanguage(language) {
  for (const figure of document.querySelectorAll('.samples figure')) {
    if (LANGUAGES.includes(figure.dataset.language)) {
      figure.hidden = figure.dataset.language !== language;
    }
  }
  for (const button of document.querySelectorAll('.languages button')) {
    button.setAttribute('aria-pressed', String(button.textContent === language));
  }
}

for (const samples of document.querySelectorAll('.samples')) {
  const labels = [...samples.children].map(({ dataset }) => dataset.language);
  const bar = element('div', { className: 'languages' });
  if (labels.length > 1) {
    for (const label of labels) {
      bar.append(
        element('button', {
          type: 'button',
          textContent: label,
          onclick: () => showLanguage(label),
        }),
      );
    }
  }
  bar.append(
    element('button', {
      type: 'button',
      className: 'copy',
      textContent: 'Copy',
      async onclick({ target }) {
        await navigator.clipboard.writeText(
          samples.querySelector('figure:not([hidden]) pre').textContent,
        );
        target.textContent = 'Copied';
      },
    }),
  );
  samples.prepend(bar);
}
showLanguage(LANGUAGES[0]);

const find = document.getElementById('find');
find.parentElement.hidden = false;
find.addEventListener('input', () => {
  const words = find.value.toLowerCase().split(/\s+/);
  for (const group of document.querySelectorAll('nav.operations details')) {
    let count = 0;
    for (const item of group.querySelectorAll('li')) {
      const text = `${item.textContent} ${item.firstChild.hash}`.toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
      if (!item.hidden) count += 1;
    }
    group.hidden = count === 0;
  }
});

// The forms are long, so each is built when it is opened.
for (const form of document.querySelectorAll('form.try')) {
  const button = element('button', { type: 'button', className: 'button', textContent: 'Try it' });
  button.addEventListener('click', () => {
    const request = JSON.parse(form.dataset.request);
    form.append(
      ...fieldsOf(request),
      element('button', { className: 'button', textContent: 'Send' }),
    );
    form.append(element('output', { className: 'response' }));
    form.hidden = false;
    button.remove();
    form.elements[0].focus();
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(form, request);
    });
  });
  form.before(button);
}

function fieldsOf({ parameters, body, mediaType }) {
  const fields = parameters.map(({ name, required, example, values }) => {
    const input =
      values.length > 0
        ? element('select', { name })
        : element('input', { name, autocomplete: 'off' });
    for (const value of values.length > 0 ? ['', ...values] : []) {
      input.append(element('option', { value, textContent: value }));
    }
    input.value = example;
    input.required = required;
    return label(`${name}${required ? ' (required)' : ''}`, input);
  });
  if (mediaType !== undefined) {
    const rows = Math.min(16, body.split('\n').length + 1);
    fields.push(label(`Body, ${mediaType}`, element('textarea', { name: '', value: body, rows })));
  }
  return fields;
}

async function send(form, { method, url, parameters, security, mediaType }) {
  const output = form.querySelector('output');
  const headers = new Headers();
  const query = new URLSearchParams();
  let address = url;
  for (const { name, in: location } of parameters) {
    const { value } = form.elements.namedItem(name);
    if (location === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '' && location === 'query') query.set(name, value);
    else if (value !== '') headers.set(name, value);
  }
  for (const scheme of security) {
    const value = credentials[scheme];
    const { type, in: location, name } = schemes[scheme];
    if (!value) continue;
    if (type === 'oauth2') headers.set('authorization', `Bearer ${value}`);
    else if (location === 'query') query.set(name, value);
    else headers.set(name, value);
  }
  const body = mediaType === undefined ? undefined : form.querySelector('textarea').value;
  if (body) headers.set('content-type', mediaType);
  output.textContent = 'Sending';
  const started = performance.now();
  try {
    const target = `${address}${query.size > 0 ? `?${query}` : ''}`;
    const response = await fetch(target, { method, headers, ...(body ? { body } : {}) });
    const text = await response.text();
    const ms = Math.round(performance.now() - started);
    output.replaceChildren(
      element('strong', { textContent: `${response.status} ${response.statusText}` }),
      ` in ${ms} ms`,
      element('pre', { textContent: formatBody(text), tabIndex: 0 }),
    );
  } catch (error) {
    output.textContent = `The request failed: ${error.message}`;
  }
}

function formatBody(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function label(text, input) {
  const result = element('label', { textContent: text });
  result.append(input);
  return result;
}

function element(name, properties) {
  return Object.assign(document.createElement(name), properties);
}

// A named schema is opened by a link to it.
function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
addEventListener('hashchange', openTarget);
openTarget();
