import type { ImportColumn } from '#contract/gateway/member-csv.ts';

/**
 * Other names that files in English, German, French and Spanish, and those of shops and mail tools, use for a column.
 * Without case, accents and punctuation.
 */
export const COLUMN_NAMES: Readonly<Record<ImportColumn, readonly string[]>> = {
  member_id: [
    ...['member', 'member number', 'customer id', 'customer number', 'external id', 'user id'],
    ...['klaviyo id', 'euid'],
    ...['kundennummer', 'kundennr', 'kunden nr', 'kunden id', 'mitgliedsnummer', 'mitglieds id'],
    ...['numero client', 'numero de client', 'id client', 'numero de membre', 'identifiant'],
    ...['numero de cliente', 'id cliente', 'id de cliente', 'numero de socio'],
  ],
  first_name: [
    ...['first', 'given name', 'forename', 'vorname', 'rufname'],
    ...['prenom', 'nombre', 'nombre de pila'],
  ],
  last_name: [
    ...['last', 'surname', 'family name', 'nachname', 'familienname'],
    ...['nom', 'nom de famille', 'apellido', 'apellidos'],
  ],
  email_address: [
    ...['e mail', 'mail', 'e mail address', 'e mail adresse', 'mailadresse', 'email adresse'],
    ...['courriel', 'adresse e mail', 'adresse email', 'adresse mail'],
    ...['correo', 'correo electronico', 'direccion de correo', 'direccion de correo electronico'],
  ],
  phone_number: [
    ...['mobile', 'mobile number', 'mobile phone', 'cell', 'telephone', 'tel'],
    ...['telefon', 'telefonnummer', 'handy', 'handynummer', 'mobil', 'mobilnummer', 'rufnummer'],
    ...['numero de telephone', 'portable', 'telephone portable', 'mobile telephone'],
    ...['telefono', 'numero de telefono', 'movil', 'telefono movil', 'celular'],
    'default address phone',
  ],
  birthdate: [
    ...['birth date', 'date of birth', 'dob'],
    ...['geburtstag', 'geburtsdatum', 'date de naissance', 'naissance', 'anniversaire'],
    ...['fecha de nacimiento', 'nacimiento', 'cumpleanos'],
  ],
  anniversary_date: ['jahrestag', 'jubilaum', 'aniversario'],
  preferred_language: ['locale', 'sprache', 'langue', 'idioma', 'lengua'],
  twitter_handle: ['x'],
  instagram_handle: [],
  'address.line1': [
    ...['street', 'street address', 'address 1', 'address1', 'line 1', 'address line 1'],
    ...['strasse', 'straße', 'strasse und hausnummer', 'straße und hausnummer', 'adresszeile 1'],
    ...['rue', 'adresse 1', 'adresse ligne 1', 'calle', 'direccion 1'],
    'default address address1',
  ],
  'address.line2': [
    ...['address 2', 'address2', 'line 2', 'address line 2', 'adresszusatz', 'adresszeile 2'],
    ...['adresse 2', 'complement d adresse', 'direccion 2', 'default address address2'],
  ],
  'address.city': [
    'town',
    'ort',
    'stadt',
    'wohnort',
    'ville',
    'ciudad',
    'localidad',
    'poblacion',
    'default address city',
  ],
  'address.state': [
    ...['region', 'province', 'county', 'state region', 'bundesland', 'departement', 'estado'],
    ...['provincia', 'default address province code', 'province code'],
  ],
  'address.country': [
    ...['country code', 'land', 'landercode', 'pays', 'code pays', 'pais', 'codigo de pais'],
    'default address country code',
  ],
  'address.postal_code': [
    ...['zip', 'zip code', 'postcode', 'plz', 'postleitzahl', 'code postal', 'codigo postal'],
    'default address zip',
  ],
  member_status: [],
  email_subscription_status: [
    ...['marketing', 'subscription', 'newsletter', 'email subscription', 'subscription status'],
    ...['accepts email marketing', 'accepts marketing', 'email marketing consent', 'email consent'],
    ...['email marketing', 'email marketing status', 'email permission status', 'email status'],
    ...['consent', 'marketing consent', 'opt in', 'opted in', 'email opt in', 'subscribed'],
    ...['newsletter abonniert', 'newsletter anmeldung', 'einwilligung', 'werbeeinwilligung'],
    ...['consentement', 'consentement email', 'inscrit a la newsletter', 'abonne a la newsletter'],
    ...['consentimiento', 'acepta marketing', 'suscrito', 'boletin'],
  ],
  member_tags: [
    'tag',
    'labels',
    'segments',
    'schlagworte',
    'schlagworter',
    'etiquettes',
    'etiquetas',
  ],
  referrer_code: ['referred by code'],
  current_tier_id: ['tier id', 'tier name', 'level', 'stufe', 'niveau', 'nivel'],
  points_adjustment: ['points to add', 'bonus points'],
  points_reason: ['adjustment reason'],
  address: [
    ...['full address', 'mailing address', 'postal address'],
    ...['anschrift', 'adresse', 'adresse postale', 'direccion', 'domicilio'],
  ],
  email_opt_out: [
    ...['do not email', 'do not contact', 'no email', 'opted out', 'opt out', 'email opt out'],
    ...['has opted out of email', 'email optout', 'unsubscribed', 'email unsubscribed'],
    ...['unsubscribe', 'unsub time', 'clean time', 'abgemeldet', 'desabonne', 'desinscrit', 'baja'],
  ],
};

/** How to write the values of a column that has a format. */
export const COLUMN_EXAMPLES = {
  birthdate: '12/10/1990',
  anniversary_date: '06/30/2015',
  member_status: 'active, blocked or opted_out',
  email_subscription_status: 'subscribed or unsubscribed, yes or no',
  email_opt_out: 'yes for members who do not want emails',
  member_tags: 'vip|newsletter',
  points_adjustment: '250 or -50',
} as const satisfies Partial<Record<ImportColumn, string>>;
