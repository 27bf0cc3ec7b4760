import { Fragment } from 'react';

/** An address or a technical name, which breaks behind its signs where it is too long for its line. */
export function Breakable({ text }: { readonly text: string }) {
  return text.split(/(?<=[@./?=&_-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity than their place
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
