import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TextField } from './text-field.tsx';

test('TextField is described by its error, then its hint', () => {
  const markup = renderToStaticMarkup(
    <TextField label="Domain name" hint="Without https://" error="This name is taken." />,
  );
  expect(markup).toContain('aria-invalid="true"');
  const [error = '', hint = ''] = /aria-describedby="([^"]+)"/.exec(markup)?.[1]?.split(' ') ?? [];
  expect(markup).toMatch(new RegExp(`<p id="${error}"[^>]*>.*This name is taken\\.</p>`));
  expect(markup).toMatch(new RegExp(`<p id="${hint}"[^>]*>Without https://</p>`));
});

test('TextField without error and hint is neither invalid nor described', () => {
  const markup = renderToStaticMarkup(<TextField label="Domain name" name="name" />);
  expect(markup).not.toContain('aria-invalid');
  expect(markup).not.toContain('aria-describedby');
  const id = /<label for="([^"]+)"/.exec(markup)?.[1];
  expect(markup).toMatch(new RegExp(`<input [^>]*id="${id}"`));
});

test('TextField with a notice is described by it but not invalid', () => {
  const markup = renderToStaticMarkup(<TextField label="Email" notice="Changed a minute ago" />);
  expect(markup).not.toContain('aria-invalid');
  const [, notice] = /aria-describedby="([^"]+)"/.exec(markup) ?? [];
  expect(markup).toMatch(new RegExp(`<p id="${notice}"[^>]*>.*Changed a minute ago</p>`));
});
