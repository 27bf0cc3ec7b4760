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

const list = (names: string) => names.split(', ');

/** Common given and family names, combined at random: no real people. */
const CULTURES: Culture[] = [
  {
    given: list(
      'Harper, Mason, Riley, Camila, Dashiell, Imani, Tobias, June, Wesley, Nora, Malik, Odette, Grant, Tess, Leland',
    ),
    family: list(
      "Whitfield, Okonjo, Delgado, Marsh, Sutherland, Brooks, O'Rourke, Haverford, Calloway, Pruitt, Winslow, Tran",
    ),
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
    given: list(
      'Jürgen, Anneliese, Björn, Käthe, Lotte, Matthias, Svenja, Henrike, Uwe, Mareike, Jörn, Friederike, Lennart',
    ),
    family: list(
      'Großmann, Brückner, Falkenhagen, Reuß, Lindner, von der Heide, Kühn, Petersen, Wäldner, Ostermann, Jäger',
    ),
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
    given: list(
      'Éloïse, Théo, Maëlys, Rémi, Clémence, Gaël, Anaïs, Solène, Bastien, Hélène, Loïc, Margaux, Cédric',
    ),
    family: list(
      "Lefèvre, Beaumont, Chauvin, d'Aubigny, Moreau, Saint-Clair, Gauthier, Périer, Lacombe, Rousselle, Vasseur",
    ),
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
    given: list('さくら, 蓮, 陽菜, 大翔, 美咲, 悠真, 結衣, 湊, 葵, 健太, 真央, 翔太'),
    family: list('高橋, 小林, 松本, 井上, 山崎, 清水, 森田, 藤井, 中川, 石原, 岡本'),
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
    given: list(
      'Chiamaka, Tunde, Ngozi, Emeka, Adaeze, Femi, Yetunde, Obinna, Folake, Chidi, Amaka, Segun',
    ),
    family: list(
      'Adeyemi, Nwosu, Balogun, Eze, Afolayan, Okafor, Danjuma, Ogunleye, Ibekwe, Bassey, Lawal',
    ),
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
    given: list(
      'Łucja, Wojciech, Zofia, Stanisław, Małgorzata, Kuba, Agnieszka, Bartosz, Jadwiga, Grzegorz, Michał, Żaneta',
    ),
    family: list(
      'Wiśniewska, Dąbrowski, Zieliński, Król, Mazurek, Wójcik, Kaczmarek, Sikora, Pająk, Ostrowska, Gołąb',
    ),
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
    given: list(
      'Ananya, Rohan, Meera, Vikram, Ishaan, Priya, Kavya, Arjun, Leela, Nikhil, Tara, Dev',
    ),
    family: list(
      'Krishnan, Banerjee, Chaudhary, Iyer, Deshpande, Kulkarni, Menon, Sethi, Rao, Bhatt, Pillai',
    ),
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
    given: list(
      'María José, Iñaki, Lucía, Ángel, Ximena, Santiago, Belén, Joaquín, Inés, Andrés, Rocío, Tomás',
    ),
    family: list(
      'Núñez Prieto, Etxeberria, Ibáñez, Quiñones, Salcedo, Cárdenas, Peña, Villaseñor, Ocampo, Zúñiga, Robles',
    ),
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
    given: list('ليلى, يوسف, نور, سلمى, عمر, هدى, كريم, ريم, زياد, منى'),
    family: list('الحداد, منصور, القاسم, الخطيب, السعدي, درويش, البكري, حمدان, النجار'),
    language: 'العربية',
    country: 'AE',
    countryCode: '971',
    places: [['دبي', 'DU', '00000']],
    streets: ['شارع النخيل', 'شارع الواحة'],
  },
  {
    given: list('Nguyệt, Minh, Thảo, Đức, Hạnh, Quân, Linh, Phương, Tuấn, Mai'),
    family: list('Trần, Phạm, Đặng, Võ, Hoàng, Bùi, Đỗ, Dương, Lý'),
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
