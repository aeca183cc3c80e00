import { describe, expect, it } from 'vitest';
import { mixedScripts } from '../../src/lib/mixed-scripts.ts';

describe('a name that mixes scripts [F14]', () => {
  it.each([
    ['Раураl', ['Latin', 'Cyrillic']],
    ['РayРal Ltd', ['Latin', 'Cyrillic']],
    ['Bramble & Finсh', ['Latin', 'Cyrillic']],
    ['Αpple', ['Latin', 'Greek']],
    ['Јо Вloggs', ['Latin', 'Cyrillic']],
    ['ACME Ԍroup', ['Latin', 'Cyrillic']],
    ['РАУРА Ltd', ['Latin', 'Cyrillic']],
    ['Оxford Сo', ['Latin', 'Cyrillic']],
    ['acme Со', ['Latin', 'Cyrillic']],
    ['中Ж', ['Cyrillic', 'East Asian']],
  ])('%s is marked', (name, scripts) =>
    expect(mixedScripts(name).toSorted()).toEqual([...scripts].toSorted()),
  );
});

describe('a name in one script, or in a usual mix', () => {
  it.each([
    'Jo Bloggs',
    'O’Connor-Nuñez, María José',
    'Şebnem Çağlar',
    'Иванов Иван Иванович',
    'ООО Ромашка 24',
    'ООО Ромашка acct_ec6dd444ac',
    'Ελένη 0x12 acct_1',
    'Ελένη Παπαδοπούλου',
    '山田タロウ',
    'トヨタ自動車株式会社 ABC',
    'ソニーGroup',
    '김민수 (Kim)',
    '王小明 Wang',
    'محمد علي',
    'محمد علي Ltd',
    'सुनीता शर्मा',
    '12-34 / 56',
    '',
    '😀 Smile',
    'ﬁnance Å',
  ])('%s is not marked', name => expect(mixedScripts(name)).toEqual([]));
});
