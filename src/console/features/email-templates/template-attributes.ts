import type { EmailTemplate } from '#contract/advocacy/email-templates.ts';

/** A template's name; the specification doesn't show that it has one. */
export function templateName({ id, attributes }: EmailTemplate): string {
  return attributes.name || `Template ${id}`;
}

/** Shown in columns, in this order, where a template has them. */
const LEADING = ['subject'];
const TRAILING = ['updated_at', 'created_at'];
/** More columns than this can't be read; the panel shows the rest. */
const MAX_COLUMNS = 4;

/**
 * The attributes that the table has a column for beside the name: those that the specification
 * lets expect, between them whatever else the service sends.
 */
export function columnAttributes(templates: readonly EmailTemplate[]): string[] {
  const names = new Set(templates.flatMap(({ attributes }) => Object.keys(attributes)));
  names.delete('name');
  const first = LEADING.filter((name) => names.has(name));
  const last = TRAILING.filter((name) => names.has(name)).slice(0, 1);
  const others = [...names].filter((name) => !LEADING.includes(name) && !TRAILING.includes(name));
  return [...first, ...others.slice(0, MAX_COLUMNS - first.length - last.length), ...last];
}
