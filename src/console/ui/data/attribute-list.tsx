import {
  attributeLabel,
  formatAttributeValue,
  isTimestamp,
} from '#console/lib/format/format-attribute.ts';
import { Breakable } from './breakable.tsx';
import { DescriptionList } from './description-list.tsx';
import { RelativeTime } from './relative-time.tsx';

/** A value of unknown type: timestamps as relative times, everything else as text. */
export function AttributeValue({ value }: { readonly value: unknown }) {
  if (isTimestamp(value)) return <RelativeTime at={value} />;
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    return <code>{formatAttributeValue(value)}</code>;
  }
  return <Breakable text={formatAttributeValue(value)} />;
}

interface AttributeListProps {
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** All attributes of a resource, known or not. */
export function AttributeList({ attributes }: AttributeListProps) {
  return (
    <DescriptionList
      items={Object.entries(attributes).map(([name, value]) => ({
        term: attributeLabel(name),
        value: formatAttributeValue(value) === '' ? undefined : <AttributeValue value={value} />,
      }))}
    />
  );
}
