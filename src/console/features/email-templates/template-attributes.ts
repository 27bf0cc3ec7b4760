import type { EmailTemplate } from '#contract/advocacy/email-templates.ts';

/** A template's name, or else its ID: the specification doesn't require a name. */
export function templateName({ id, attributes }: EmailTemplate): string {
  return attributes.name || `Template ${id}`;
}

/** Elements that templates are made of; "Hello <name>" is no HTML. */
const HTML =
  /<(!doctype|html|head|body|table|div|p|br|a|img|span|h[1-6]|ul|ol|style|center)\b[^<>]*>/i;

/** Whether an attribute holds HTML. */
export function isHtml(value: unknown): value is string {
  return typeof value === 'string' && HTML.test(value);
}

/** Attributes shown in the first and last columns, if templates have them. */
const LEADING = ['subject'];
const TRAILING = ['updated_at', 'created_at'];
/** Besides the name. The panel shows the other attributes. */
const MAX_COLUMNS = 4;

/**
 * The attributes that get a column besides the name: the known ones first and last, and other
 * attributes of the templates between them.
 */
export function columnAttributes(templates: readonly EmailTemplate[]): string[] {
  const names = new Set(templates.flatMap(({ attributes }) => Object.keys(attributes)));
  for (const name of names) {
    if (name === 'name' || templates.some(({ attributes }) => isHtml(attributes[name]))) {
      names.delete(name);
    }
  }
  const first = LEADING.filter((name) => names.has(name));
  const last = TRAILING.filter((name) => names.has(name)).slice(0, 1);
  const others = [...names].filter((name) => !LEADING.includes(name) && !TRAILING.includes(name));
  return [...first, ...others.slice(0, MAX_COLUMNS - first.length - last.length), ...last];
}
