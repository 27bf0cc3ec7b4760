import { attributeLabel, isTimestamp } from '#console/lib/format-attribute.ts';
import { AttributeValue } from '#console/ui/data/attribute-list.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { EmailTemplate } from '#contract/advocacy/email-templates.ts';
import { columnAttributes, templateName } from './template-attributes.ts';

/** Shown until it is known what the templates have. */
const EXPECTED = ['subject', 'updated_at'];

/** @param templates undefined until they have been read */
export function emailTemplateColumns(
  templates: readonly EmailTemplate[] | undefined,
): Column<EmailTemplate>[] {
  const names = templates ? columnAttributes(templates) : EXPECTED;
  return [
    { id: 'name', header: 'Name', width: '30%', cell: templateName },
    ...names.map((name): Column<EmailTemplate> => {
      const isMoment = name.endsWith('_at') || templates?.some(holdsMoment(name));
      return {
        id: `attribute-${name}`,
        header: attributeLabel(name),
        cell: ({ attributes }) => <AttributeValue value={attributes[name]} />,
        ...(isMoment ? { width: '140px', card: 'status' as const } : {}),
        ...(name === 'subject' ? { card: 'fact' as const } : {}),
      };
    }),
  ];
}

function holdsMoment(name: string) {
  return ({ attributes }: EmailTemplate) => isTimestamp(attributes[name]);
}
