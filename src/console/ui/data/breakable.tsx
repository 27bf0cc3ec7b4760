import { Fragment, type ReactNode } from 'react';

/** A URL, email address, file name or ID that wraps after punctuation instead of inside of a word. */
export function Breakable({ text }: { readonly text: string }) {
  return text.split(/(?<=[@./?=&_-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity than their position
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** Elements unchanged, and a text that can wrap after punctuation. */
export function breakable(content: ReactNode): ReactNode {
  return typeof content === 'string' ? <Breakable text={content} /> : content;
}
