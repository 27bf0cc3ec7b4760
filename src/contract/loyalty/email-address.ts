import { accept, type Parsed, refuse } from './parsed.ts';

/** RFC 5321: of the whole address, and of what stands before the at sign. */
const LENGTH_MAX = 254;
const LOCAL_PART_MAX = 64;

/** Words of RFC 5322's atoms, joined by single dots; quoted ones are not taken. */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** Host names in ASCII, so that a top level such as xn--p1ai is one too; no address of a machine. */
const DOMAIN =
  /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?=[a-z])[a-z\d](?:[a-z\d-]{0,61}[a-z\d])$/i;

/** Reads an email address and gives it as it is. */
export function parseEmailAddress(text: string): Parsed<string> {
  const at = text.indexOf('@');
  const isAddress =
    text.length <= LENGTH_MAX &&
    at <= LOCAL_PART_MAX &&
    LOCAL_PART.test(text.slice(0, Math.max(at, 0))) &&
    DOMAIN.test(text.slice(at + 1));
  return isAddress ? accept(text) : refuse('Must be an email address such as name@example.com');
}
