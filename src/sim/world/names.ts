// Names of payers and payees, in the scripts that support staff see.

export const counterparties: readonly [string, ...string[]] = [
  'Ashdown & Vale Ltd',
  'Żółć Łódź sp. z o.o.',
  'Société Générale d’Éclairage',
  'Jürgen Großmann',
  'Ångström Överföring AB',
  'İstanbul Çiçekçilik A.Ş.',
  'Đặng Thị Ngọc Ánh',
  'Αφοί Παπαδόπουλοι ΟΕ',
  'ООО «Северный ветер»',
  'Київська кав’ярня',
  '上海晨光贸易有限公司',
  '株式会社山本製作所',
  'ヤマト・ロジスティクス',
  '한빛무역 주식회사',
  'شركة النور للتجارة',
  'פרחי הגליל בע״מ',
  'श्री गणेश टेक्सटाइल्स',
  'บริษัท สยามมั่นคง จำกัด',
  'Café Olé ☕ 👩‍🍳',
  'Sigurður Þór Guðmundsson',
  'O’Connor-Nuñez, María José',
  'Nomvula Dlamini',
];

export const purposes: readonly [string, ...string[]] = [
  'Invoice',
  'Payroll',
  'Refund',
  'Rent',
  'Supplier payment',
  'Subscription',
  'Top-up',
  'Consulting',
];
