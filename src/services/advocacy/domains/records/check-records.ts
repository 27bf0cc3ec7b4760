import type { DomainRecord } from '#contract/advocacy/domain-setup.ts';
import type { Dns } from './dns.ts';
import type { ExpectedRecord } from './domain-records.ts';

/** At most this many wrong values are shown. */
const MAX_FOUND = 5;

/** Compares a record with what DNS has. Throws nothing: a failed lookup makes it "unknown". */
export async function checkRecord(
  dns: Dns,
  { type, name, host, value }: ExpectedRecord,
): Promise<DomainRecord> {
  const record = { type, name, host, value };
  const values = await dns.lookUp(name, type);
  if (values === undefined) return { ...record, status: 'unknown', found: [] };
  if (values.some((other) => isSame(type, other, value))) {
    return { ...record, status: 'found', found: [] };
  }
  // Other TXT records of a name say nothing about this one.
  if (values.length > 0 && type !== 'TXT') return wrong(values);
  if (type !== 'CNAME') return { ...record, status: 'missing', found: [] };
  return checkAddresses();

  /** A name without CNAME can point to the same addresses: an ALIAS record, or a zone's own name. */
  async function checkAddresses(): Promise<DomainRecord> {
    const [own, target] = await Promise.all([dns.lookUp(name, 'A'), dns.lookUp(value, 'A')]);
    if (own === undefined) return { ...record, status: 'unknown', found: [] };
    if (own.length === 0) return { ...record, status: 'missing', found: [] };
    const isTarget = own.every((address) => target?.includes(address));
    return isTarget ? { ...record, status: 'found', found: [] } : wrong(own);
  }

  function wrong(found: readonly string[]): DomainRecord {
    return { ...record, status: 'wrong', found: found.slice(0, MAX_FOUND) };
  }
}

function isSame(type: string, a: string, b: string): boolean {
  return type === 'TXT' ? a === b : normalizeName(type, a) === normalizeName(type, b);
}

function normalizeName(type: string, value: string): string {
  if (type === 'AAAA' && URL.canParse(`http://[${value}]`)) {
    return new URL(`http://[${value}]`).hostname;
  }
  return value.toLowerCase().replace(/\.$/, '');
}
