import type { DomainRecordTemplate } from '#contract/gateway/config.ts';
import type { ShownRecord } from './dns-records.tsx';

/** The records of a deployment that names them, but can't look them up. */
export function recordsOfTemplates(
  templates: readonly DomainRecordTemplate[],
  domain: string,
): readonly ShownRecord[] {
  return templates.map(({ type, name, value }) => {
    const fullName = name.replaceAll('{domain}', domain);
    return {
      type,
      name: fullName,
      host: fullName,
      value: value.replaceAll('{domain}', domain),
      status: undefined,
      found: [],
    };
  });
}
