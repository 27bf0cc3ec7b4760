import { ATTRIBUTE_PREFIX } from '#contract/gateway/member-csv.ts';

/** `4.91512E+12`: a long number as spreadsheets show it, which has lost its last digits. */
const ROUNDED = /^[+-]?\d(?:[.,]\d+)?E[+-]\d+$/;
/** What spreadsheets show in place of a value, in English, German, French and Spanish. */
const REPLACED =
  /^(?:#(?:N\/A|N\/D|NV|NAME|NOM|REF|BEZUG|VALUE|VALEUR|WERT|DIV\/0|NUM|ZAHL|NULL|NUL|SPILL|CALC|ERROR|[¡¿]\S+)[!?]?|#{3,})$/i;
/** What databases write in place of no value. It can be a name. */
const EMPTY = /^(?:\(?null\)?|undefined|nan)$/i;

const isIdentifier = (column: string) =>
  column === 'member_id' || column === 'phone_number' || column.startsWith(ATTRIBUTE_PREFIX);

/** Why a cell can't be what the member has; undefined if a spreadsheet or a database has left it alone. */
export function describeDamage(column: string, text: string): string | undefined {
  if (REPLACED.test(text)) return 'A spreadsheet has replaced this value by an error';
  if (!isIdentifier(column)) return undefined;
  if (ROUNDED.test(text)) {
    return 'A spreadsheet has rounded this number. Format the column as text, and export it again';
  }
  return EMPTY.test(text) ? 'This means that there is no value. Leave the cell empty' : undefined;
}
