import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.ts';

const render = (text: string) => renderMarkdown(text).text;

test('paragraphs, code, strong, emphasis and links become elements', () => {
  expect(render('**Try** `a*b*` or *see*\n\n[JSON:API](https://jsonapi.org).')).toBe(
    '<p><strong>Try</strong> <code>a*b*</code> or <em>see</em></p>' +
      '<p><a href="https://jsonapi.org">JSON:API</a>.</p>',
  );
});

test('everything else is escaped text', () => {
  expect(render('<script> & [x](javascript:alert) 2 * 3')).toBe(
    '<p>&lt;script&gt; &amp; [x](javascript:alert) 2 * 3</p>',
  );
});
