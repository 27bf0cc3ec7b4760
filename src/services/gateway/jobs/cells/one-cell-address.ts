import { findCountryCode } from './country.ts';

const PARTS_MIN = 3;
/** `62701`, `IL 62701` and `SW1A 2AA`. */
const CODE_LAST = /^(?<place>\p{L}{2,3}\s)?(?<code>[\p{L}\d -]*\d[\p{L}\d -]*)$/u;
/** `10115 Berlin`. */
const CODE_FIRST = /^(?<code>\d{4,6}) (?<place>\p{L}.*)$/u;

/**
 * The parts of an address in one cell, separated by two spaces or a line break, as Mailchimp writes it, or else by
 * commas: street, city, state, postal code, country. Nothing of the cell is lost: one without clear parts is `line1`.
 */
export function splitAddress(cell: string): Record<string, string> {
  const separator = /\s{2,}|[\r\n]+/.test(cell) ? /\s{2,}|[\r\n]+/ : /\s*,\s*/;
  const parts = cell.split(separator).filter((part) => part !== '');
  const country = findCountryCode(parts.at(-1) ?? '', null);
  if (parts.length < PARTS_MIN || country === undefined) return { 'address.line1': cell };
  parts.pop();
  const address: Record<string, string> = {};
  const [line1 = ''] = parts.splice(0, 1);
  address['address.line1'] = line1;
  const last = parts.at(-1) ?? '';
  const groups = (parts.length > 1 ? CODE_LAST : CODE_FIRST).exec(last)?.groups;
  if (groups?.code !== undefined) {
    parts.pop();
    address['address.postal_code'] = groups.code;
    if (groups.place) parts.push(groups.place.trim());
  }
  // The street may have two lines, and the state may be missing.
  if (parts.length > 2) address['address.line2'] = parts.splice(0, parts.length - 2).join(', ');
  const [city, ofState] = parts;
  if (city) address['address.city'] = city;
  if (ofState) address['address.state'] = ofState;
  return { ...address, 'address.country': country };
}
