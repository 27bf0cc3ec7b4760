import type { DomainRecord } from '#contract/advocacy/domain-setup.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface DnsAdviceFacts {
  readonly zone: string;
  readonly records: readonly Pick<DomainRecord, 'name' | 'status'>[];
  /** When the domain was added, if known. */
  readonly createdAt: string | undefined;
  readonly now: Date;
}

/** What to check next while a domain's DNS records aren't found; it depends on how long that has been. */
export function dnsAdvice({ zone, records, createdAt, now }: DnsAdviceFacts): string {
  const age = createdAt === undefined ? 0 : now.getTime() - Date.parse(createdAt);
  const names = records.filter(({ status }) => status !== 'found').map(({ name }) => name);
  const name = names[0] ?? zone;
  if (age < 10 * MINUTE_MS) return 'Changes to DNS can take up to an hour to reach us.';
  if (age < HOUR_MS) {
    return `Check that the records were saved in the zone ${zone}, and that their names aren't doubled, as in ${name}.${zone}.`;
  }
  if (age < DAY_MS) {
    const otherRecords = `Remove other A, AAAA or CNAME records of ${name}, and turn off a proxy in front of it.`;
    return `Most DNS changes have arrived by now. ${otherRecords} Then check again.`;
  }
  return `DNS changes don't take this long. Ask the person who manages ${zone} whether its name servers are those where the records were set, or ask your Patron administrator for help.`;
}
