/** The text without what a database column can't hold. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');
