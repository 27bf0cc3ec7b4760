import {
  KeyRound,
  type LucideIcon,
  Mail,
  MessageSquare,
  Phone,
  Printer,
  ShieldQuestionMark,
  Smartphone,
} from 'lucide-react';
import styles from './factor-icon.module.css';
import type { FactorKind, FactorKindId } from './factor-kinds.ts';

const ICONS: Record<FactorKindId, LucideIcon> = {
  app: Smartphone,
  sms: MessageSquare,
  voice: Phone,
  fax: Printer,
  email: Mail,
  recovery: KeyRound,
};

export function FactorIcon({ kind }: { readonly kind: FactorKind | undefined }) {
  const Icon = kind ? ICONS[kind.id] : ShieldQuestionMark;
  return (
    <span className={styles.icon}>
      <Icon />
    </span>
  );
}
