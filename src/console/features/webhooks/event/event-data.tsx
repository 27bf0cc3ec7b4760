import { formatLoyaltyValue } from '#console/shared/loyalty/format-loyalty-value.ts';
import { LoyaltyDate } from '#console/shared/loyalty/loyalty-date.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { AttributeValue } from '#console/ui/data/attribute-list.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { type EventSection, eventSections, isCustom, valueLabel } from './event-sections.ts';

/** An event's data as sections of labels and values. */
export function EventData({ data }: { readonly data: unknown }) {
  const sections = eventSections(data);
  return (
    <Card>
      {sections.map((section) => (
        <CardSection key={section.title} title={section.title}>
          <DescriptionList
            items={Object.entries(section.attributes).map(([name, value]) => ({
              term: valueLabel(name, section),
              value: sectionValue(name, value, section),
            }))}
          />
        </CardSection>
      ))}
      {sections.length === 0 && (
        <CardSection title="Data">
          <p>Nothing to list here. See the raw JSON below.</p>
        </CardSection>
      )}
    </Card>
  );
}

/** Dates are recognized by name, because the loyalty API has several date formats. */
function sectionValue(name: string, value: unknown, section: EventSection) {
  if (isCustom(section)) return <AttributeValue value={value} />;
  const isDate = typeof value === 'string' && /(date|_start|_end)$/.test(name);
  if (isDate) return <LoyaltyDate value={value} />;
  const formatted = formatLoyaltyValue(name, value);
  if (formatted !== undefined) return formatted;
  const isId = typeof value === 'string' && /(^|_)id$/i.test(name);
  return isId ? <code>{value}</code> : <AttributeValue value={value} />;
}
