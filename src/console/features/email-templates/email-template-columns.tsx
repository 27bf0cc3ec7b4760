import { attributeLabel, isTimestamp } from '#console/lib/format-attribute.ts';
import { AttributeValue } from '#console/ui/data/attribute-list.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { EmailTemplate } from '#contract/advocacy/email-templates.ts';
import { columnAttributes, templateName } from './template-attributes.ts';

/** Columns while the templates load. */
const EXPECTED = ['subject', 'updated_at'];

/** @param templates undefined while they load */
export function emailTemplateColumns(
  templates: readonly EmailTemplate[] | undefined,
): Column<EmailTemplate>[] {
  const names = templates ? columnAttributes(templates) : EXPECTED;
  return [
    { id: 'name', header: 'Name', width: '30%', cell: templateName },
    ...names.map((name): Column<EmailTemplate> => {
      const isTimestampColumn = name.endsWith('_at') || templates?.some(isTimestampAttribute(name));
      return {
        id: `attribute-${name}`,
        header: attributeLabel(name),
        cell: ({ attributes }) => <AttributeValue value={attributes[name]} />,
        ...(isTimestampColumn ? { width: '140px', card: 'status' as const } : {}),
        ...(name === 'subject' ? { card: 'fact' as const } : {}),
      };
    }),
  ];
}

function isTimestampAttribute(name: string) {
  return ({ attributes }: EmailTemplate) => isTimestamp(attributes[name]);
}
