import type { AttributeKind, DirectoryAttribute } from '#contract/gateway/directory-values.ts';
import { findSimilarAttribute } from '#contract/gateway/similar-attribute.ts';
import { parseAttribute } from '#services/gateway/jobs/csv-cells.ts';

const KIND_LABELS: Readonly<Record<AttributeKind, string>> = {
  text: 'text',
  number: 'a number',
  list: 'a list',
};

/**
 * What is unusual about an attribute: a value of another kind than most members have, or a new name like that of an
 * attribute in use.
 */
export function createFindAttributeWarning(attributes: readonly DirectoryAttribute[]) {
  const inUse = new Map(attributes.map((attribute) => [attribute.key, attribute]));
  const similar = new Map<string, string | undefined>();
  return (key: string, text: string): string | undefined => {
    const known = inUse.get(key);
    if (known) {
      if (kindOf(text) === known.kind) return undefined;
      return `Most members have ${KIND_LABELS[known.kind as AttributeKind] ?? known.kind} here.`;
    }
    if (!similar.has(key)) similar.set(key, findSimilarAttribute(key, [...inUse.keys()]));
    const meant = similar.get(key);
    return meant && `No member has this attribute yet. Did you mean ${meant}?`;
  };
}

function kindOf(text: string): AttributeKind {
  const value = parseAttribute(text);
  if (Array.isArray(value)) return 'list';
  return typeof value === 'number' ? 'number' : 'text';
}
