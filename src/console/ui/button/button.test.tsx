import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button } from './button.tsx';

test('a disabled reason keeps the button focusable', () => {
  const markup = renderToStaticMarkup(<Button disabledReason="Your role reads only">Save</Button>);
  expect(markup).toContain('aria-disabled="true"');
  expect(markup).not.toMatch(/ disabled/);
  const describedBy = /aria-describedby="([^"]+)"/.exec(markup)?.[1];
  expect(markup).toMatch(
    new RegExp(`<span id="${describedBy}" role="tooltip"[^>]*>Your role reads only</span>`),
  );
});

test('a loading button is busy and keeps its name', () => {
  const markup = renderToStaticMarkup(<Button loading>Save</Button>);
  expect(markup).toContain('aria-busy="true"');
  expect(markup).toMatch(/Save<\/button>/);
});

test('a button only submits with type="submit"', () => {
  expect(renderToStaticMarkup(<Button>Save</Button>)).toContain('type="button"');
  expect(renderToStaticMarkup(<Button type="submit">Save</Button>)).toContain('type="submit"');
});
