import { expect, test } from 'vitest';
import type { EmailTemplate } from '#contract/advocacy/email-templates.ts';
import { columnAttributes, isHtml, templateName } from './template-attributes.ts';

const template = (attributes: EmailTemplate['attributes']): EmailTemplate => ({
  id: '7',
  type: 'email_template',
  attributes,
});

test('templateName falls back to the ID', () => {
  expect(templateName(template({ name: 'Welcome' }))).toBe('Welcome');
  expect(templateName(template({}))).toBe('Template 7');
});

test('columnAttributes puts the subject first and the timestamp last', () => {
  expect(
    columnAttributes([
      template({ name: 'a', created_at: '', updated_at: '', subject: '' }),
      template({ locale: 'en' }),
    ]),
  ).toEqual(['subject', 'locale', 'updated_at']);
  expect(columnAttributes([template({ created_at: '', html: '' })])).toEqual([
    'html',
    'created_at',
  ]);
  expect(columnAttributes([])).toEqual([]);
});

test('columnAttributes leaves out HTML', () => {
  expect(columnAttributes([template({ html: '' }), template({ html: '<p>Hello</p>' })])).toEqual(
    [],
  );
});

test.each([
  ['<!doctype html><html></html>', true],
  ['Hello<br/>you', true],
  ['<TABLE width="1">', true],
  ['Hello <name>, a < b', false],
  [7, false],
])('isHtml(%j) is %j', (value, expected) => expect(isHtml(value)).toBe(expected));

test('columnAttributes returns at most four attributes', () => {
  const many = { subject: '', a: 1, b: 2, c: 3, d: 4, updated_at: '' };
  expect(columnAttributes([template(many)])).toEqual(['subject', 'a', 'b', 'updated_at']);
});
