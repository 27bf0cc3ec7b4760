import { getDomain } from 'tldts';
import type { DomainRecordTemplate } from '#contract/gateway/config.ts';

const PLACEHOLDER = '{domain}';

export interface ExpectedRecord {
  type: DomainRecordTemplate['type'];
  name: string;
  /** Relative to the zone: "shop", or "@" for the zone itself. */
  host: string;
  value: string;
}

/** The registered domain below which a name's records are managed; the name itself if there is none. */
export function zoneOf(name: string): string {
  return getDomain(name, { allowPrivateDomains: true }) ?? name;
}

export function expectedRecords(
  templates: readonly DomainRecordTemplate[],
  domain: string,
): ExpectedRecord[] {
  const zone = zoneOf(domain);
  return templates.map((template) => {
    const name = template.name.replaceAll(PLACEHOLDER, domain);
    const value = template.value.replaceAll(PLACEHOLDER, domain);
    return { type: template.type, name, host: hostIn(zone, name), value };
  });
}

function hostIn(zone: string, name: string): string {
  if (name === zone) return '@';
  return name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name;
}
