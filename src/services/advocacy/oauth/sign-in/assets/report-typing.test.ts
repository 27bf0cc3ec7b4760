import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const script = readFileSync(new URL('./report-typing.js', import.meta.url), 'utf8');

/** A page whose form is found by the attribute, if it has one. */
function openPage(form: object | null) {
  const sent: unknown[] = [];
  runInNewContext(script, {
    document: {
      querySelector: (selector: string) => (selector === 'form[data-typed]' ? form : null),
    },
    fetch: async (...request: unknown[]) => {
      sent.push(request);
      throw new Error('The network is gone');
    },
  });
  return sent;
}

test('the first change of a form is reported, and no other one', () => {
  const form = Object.assign(new EventTarget(), {
    dataset: { typed: '/oauth/interaction/1/typed' },
  });
  const sent = openPage(form);
  expect(sent).toEqual([]);
  for (let key = 0; key < 3; key += 1) form.dispatchEvent(new Event('input'));
  expect(sent).toEqual([['/oauth/interaction/1/typed', { method: 'POST', keepalive: true }]]);
});

test('a page without such a form reports nothing', () => {
  expect(openPage(null)).toEqual([]);
});
