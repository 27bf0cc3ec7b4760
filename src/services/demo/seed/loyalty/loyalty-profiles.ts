import type { Random } from '#services/demo/seed/random.ts';

interface Culture {
  given: string[];
  family: string[];
  language: string;
  country: string;
  countryCode: string;
  /** City, state, postal code. */
  places: [string, string, string][];
  streets: string[];
}

/** Common given and family names, combined at random: no real people. */
const CULTURES: Culture[] = [
  {
    given: ['Harper', 'Mason', 'Riley', 'Camila', 'Dashiell', 'Imani', 'Tobias', 'June'],
    family: ['Whitfield', 'Okonjo', 'Delgado', 'Marsh', 'Sutherland', 'Brooks', "O'Rourke"],
    language: 'English',
    country: 'US',
    countryCode: '1',
    places: [
      ['Portland', 'OR', '97205'],
      ['Austin', 'TX', '78702'],
      ['Madison', 'WI', '53703'],
    ],
    streets: ['Alder Street', 'Lakeview Avenue', 'Mill Road'],
  },
  {
    given: ['Jürgen', 'Anneliese', 'Björn', 'Käthe', 'Lotte', 'Matthias', 'Svenja'],
    family: ['Großmann', 'Brückner', 'Falkenhagen', 'Reuß', 'Lindner', 'von der Heide'],
    language: 'Deutsch',
    country: 'DE',
    countryCode: '49',
    places: [
      ['Köln', 'NW', '50667'],
      ['Leipzig', 'SN', '04109'],
      ['Lübeck', 'SH', '23552'],
    ],
    streets: ['Gartenstraße', 'Am Mühlbach', 'Lindenallee'],
  },
  {
    given: ['Éloïse', 'Théo', 'Maëlys', 'Rémi', 'Clémence', 'Gaël', 'Anaïs'],
    family: ['Lefèvre', 'Beaumont', 'Chauvin', "d'Aubigny", 'Moreau', 'Saint-Clair'],
    language: 'Français',
    country: 'FR',
    countryCode: '33',
    places: [
      ['Lyon', 'ARA', '69002'],
      ['Rennes', 'BRE', '35000'],
      ['Arles', 'PAC', '13200'],
    ],
    streets: ['rue des Tilleuls', 'avenue de la Gare', 'quai Voltaire'],
  },
  {
    given: ['さくら', '蓮', '陽菜', '大翔', '美咲', '悠真'],
    family: ['高橋', '小林', '松本', '井上', '山崎', '清水'],
    language: '日本語',
    country: 'JP',
    countryCode: '81',
    places: [
      ['京都市', '京都府', '604-8001'],
      ['札幌市', '北海道', '060-0001'],
    ],
    streets: ['中央通り', '桜町', '緑が丘'],
  },
  {
    given: ['Chiamaka', 'Tunde', 'Ngozi', 'Emeka', 'Adaeze', 'Femi'],
    family: ['Adeyemi', 'Nwosu', 'Balogun', 'Eze', 'Afolayan'],
    language: 'English',
    country: 'NG',
    countryCode: '234',
    places: [
      ['Lagos', 'LA', '101241'],
      ['Enugu', 'EN', '400102'],
    ],
    streets: ['Marina Road', 'Unity Close', 'Palm Avenue'],
  },
  {
    given: ['Łucja', 'Wojciech', 'Zofia', 'Stanisław', 'Małgorzata', 'Kuba'],
    family: ['Wiśniewska', 'Dąbrowski', 'Zieliński', 'Król', 'Mazurek'],
    language: 'Polski',
    country: 'PL',
    countryCode: '48',
    places: [
      ['Łódź', 'LD', '90-001'],
      ['Gdańsk', 'PM', '80-001'],
    ],
    streets: ['ulica Polna', 'ulica Długa', 'aleja Lipowa'],
  },
  {
    given: ['Ananya', 'Rohan', 'Meera', 'Vikram', 'Ishaan', 'Priya'],
    family: ['Krishnan', 'Banerjee', 'Chaudhary', 'Iyer', 'Deshpande'],
    language: 'English',
    country: 'IN',
    countryCode: '91',
    places: [
      ['Pune', 'MH', '411001'],
      ['Kochi', 'KL', '682001'],
    ],
    streets: ['MG Road', 'Temple Street', 'Lake Gardens'],
  },
  {
    given: ['María José', 'Iñaki', 'Lucía', 'Ángel', 'Ximena', 'Santiago'],
    family: ['Núñez Prieto', 'Etxeberria', 'Ibáñez', 'Quiñones', 'Salcedo'],
    language: 'Español',
    country: 'MX',
    countryCode: '52',
    places: [
      ['Guadalajara', 'JAL', '44100'],
      ['Mérida', 'YUC', '97000'],
    ],
    streets: ['Calle Hidalgo', 'Avenida Juárez', 'Paseo del Río'],
  },
  {
    given: ['ليلى', 'يوسف', 'نور', 'سلمى', 'عمر'],
    family: ['الحداد', 'منصور', 'القاسم', 'الخطيب'],
    language: 'العربية',
    country: 'AE',
    countryCode: '971',
    places: [['دبي', 'DU', '00000']],
    streets: ['شارع النخيل', 'شارع الواحة'],
  },
  {
    given: ['Nguyệt', 'Minh', 'Thảo', 'Đức', 'Hạnh'],
    family: ['Trần', 'Phạm', 'Đặng', 'Võ'],
    language: 'Tiếng Việt',
    country: 'VN',
    countryCode: '84',
    places: [['Huế', 'TTH', '49000']],
    streets: ['đường Lê Lợi', 'đường Hoa Sen'],
  },
];

/** A random name and address. `login` has only ASCII letters, digits and dots. */
export function createProfile(random: Random, serial: number) {
  const culture = random.pick(CULTURES);
  const firstName = random.pick(culture.given);
  const lastName = random.pick(culture.family);
  const [city, state, postalCode] = random.pick(culture.places);
  const plain = `${firstName}.${lastName}`
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replace(/[^a-z.]/g, '')
    .replace(/^\.+|\.+$/g, '');
  return {
    firstName,
    lastName,
    login: plain.length < 3 ? `member${serial}` : `${plain}${serial}`,
    preferredLanguage: culture.language,
    phoneNumber: `+${culture.countryCode}-55501${String(serial).padStart(5, '0')}`,
    addressLine1: `${random.pick(culture.streets)} ${random.integer(1, 180)}`,
    city,
    state,
    postalCode,
    country: culture.country,
  };
}
