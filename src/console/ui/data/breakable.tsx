import { Fragment } from 'react';

/** A URL, email address, file name or ID that wraps after punctuation, or before an @, instead of inside of a word. */
export function Breakable({ text }: { readonly text: string }) {
  return text.split(/(?<=[./?=&_-])|(?=@)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity than their position
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
