/** What the generated papers are written with; `{topic}`, `{method}`, `{setting}` and `{n}` are filled in. */
export type Language = {
  title: string;
  topics: string[];
  methods: string[];
  settings: string[];
  sentences: string[];
  /** What stands between two sentences. */
  between: string;
  venues: string[];
  given: string[];
  family: string[];
  name: (given: string, family: string) => string;
};

const westernName = (given: string, family: string) => `${given} ${family}`;
const easternName = (given: string, family: string) => `${family}${given}`;

const ENGLISH: Language = {
  title: '{method} for {topic} in {setting}: a study of {number} sites',
  topics: [
    'urban heat exposure',
    'antibiotic resistance',
    'peat carbon loss',
    'classroom dialogue',
    'grid frequency control',
    'coral bleaching',
    'early sepsis detection',
  ],
  methods: [
    'graph neural networks',
    'Bayesian hierarchical models',
    'a randomised trial',
    'satellite time series',
    'causal mediation analysis',
    'mixed-methods inquiry',
  ],
  settings: [
    'coastal cities',
    'low-income regions',
    'northern peatlands',
    'public hospitals',
    'island microgrids',
    'primary schools',
    'river deltas',
  ],
  sentences: [
    'We examine {topic} in {setting} with {method}, which earlier work has treated as a matter of judgement rather than of measurement.',
    'Across {n} sites and {n} participants, the estimated effect was smaller than the pooled literature suggests (95% CI 0.{n} to 1.{n}, p < 0.01).',
    'The approach combines {method} with a sensitivity analysis that drops each of the {n} sites in turn & re-estimates every coefficient.',
    'Prior studies of {topic} report effects that do not replicate outside of {setting}; we show that most of the gap is due to selective sampling.',
    'An ablation over {n} configurations reveals that the gains are concentrated where observations are sparse, i.e. where a method is needed most.',
    'Data, code and the preregistered protocol (amended {n} days after registration) are available under an open licence.',
    'These findings call for caution: {topic} is shaped by institutions as much as by physics, and {method} cannot separate the two.',
    'Costs fell by {n} dollars per unit, yet compliance in {setting} remained below {n} per mille throughout the follow-up of {n} weeks.',
    'We discuss limits of external validity, "spillovers" between neighbouring sites, and what a replication would have to measure.',
    'Robustness checks with alternative priors, other lags and {n} bootstrap samples leave the main conclusions unchanged.',
  ],
  between: ' ',
  venues: [
    'Journal of Invented Results',
    'Proceedings of Measured Things',
    'Annals of Open Questions',
    'Field & Method',
  ],
  given: ['Ada', 'Ben', 'Cleo', 'Dan', 'Esra', 'Farid', 'Grace', 'Hana', 'Ivo', 'Jomo', 'Kiri', 'Lena'],
  family: ['Example', 'Sample', 'Fiction', 'Okafor', 'Lindqvist', 'Sørensen', 'Novák', 'Müller', 'Iyer', 'Tanaka'],
  name: westernName,
};

const CHINESE: Language = {
  title: '基于{method}的{setting}{topic}研究：第{number}号样本的证据',
  topics: ['城市热岛效应', '抗生素耐药性', '泥炭地碳流失', '课堂对话质量', '珊瑚白化'],
  methods: ['图神经网络', '贝叶斯分层模型', '随机对照试验', '遥感时间序列'],
  settings: ['沿海城市', '西部地区', '公立医院', '农村小学'],
  sentences: [
    '本文利用{method}对{setting}的{topic}进行了系统分析，并与既有文献的结论作了比较。',
    '结果表明，在{n}个观测点中，效应显著低于此前的估计，且不同地区之间存在明显差异。',
    '我们进一步检验了模型的稳健性，逐一剔除样本后主要结论保持不变。',
    '由于数据缺失较为严重，{topic}的长期趋势仍需更多的实地调查加以验证。',
    '研究数据与代码已公开，可供重复实验与后续的元分析使用。',
    '这一发现对{setting}的政策制定具有重要的参考价值，但不宜直接推广到其他情境。',
  ],
  between: '',
  venues: ['虚构研究学报', '环境与方法'],
  given: ['伟', '芳', '敏', '静', '丽', '强', '磊', '洋'],
  family: ['王', '李', '张', '刘', '陈', '杨', '赵'],
  name: easternName,
};

const JAPANESE: Language = {
  title: '{setting}における{topic}の分析―{method}による検討（第{number}報）',
  topics: ['都市の暑熱環境', '薬剤耐性', '授業内対話', 'サンゴの白化'],
  methods: ['グラフニューラルネットワーク', '階層ベイズモデル', '無作為化比較試験'],
  settings: ['沿岸都市', '公立病院', '小学校', '離島'],
  sentences: [
    '本研究では、{setting}における{topic}を{method}によって定量的に評価した。',
    '{n}地点の観測データを用いた結果、従来の推定よりも効果は小さいことが示された。',
    '感度分析の結果、主要な結論は標本の選択に依存しないことが確認された。',
    'ただし、欠測値の扱いについては今後さらなる検討が必要である。',
    'データとプログラムは公開されており、誰でも再現することができる。',
  ],
  between: '',
  venues: ['架空研究論文誌', '環境計測'],
  given: ['太郎', '花子', '健一', '美咲', '翔'],
  family: ['佐藤', '鈴木', '高橋', '田中', '伊藤'],
  name: easternName,
};

const FRENCH: Language = {
  title: '{method} et {topic} : une étude menée dans {setting} (enquête nº {number})',
  topics: ["l'îlot de chaleur urbain", 'la résistance aux antibiotiques', 'la qualité des échanges en classe'],
  methods: ['réseaux de neurones', 'modèles bayésiens hiérarchiques', 'essai randomisé contrôlé'],
  settings: ['les hôpitaux publics', 'les écoles primaires', 'les villes côtières'],
  sentences: [
    'Nous étudions {topic} dans {setting} à partir de {n} relevés, là où les travaux antérieurs se fondaient sur des témoignages.',
    "L'effet estimé s'avère plus faible que prévu ; il varie très nettement d'une région à l'autre, même après ajustement.",
    'Les résultats demeurent inchangés lorsque chacun des {n} sites est écarté à son tour, ce qui plaide pour leur robustesse.',
    "Où s'arrête la portée de ces conclusions ? Au-delà des cas observés, la généralisation exigerait une enquête plus étendue.",
  ],
  between: ' ',
  venues: ['Revue des résultats inventés', 'Mesure & société'],
  given: ['Élodie', 'François', 'Zoé', 'Jérôme', 'Anaïs'],
  family: ['Lefèvre', 'Garçon', 'Dubœuf', 'Noël', 'Bénézet'],
  name: westernName,
};

const GERMAN: Language = {
  title: '{method} zur Untersuchung von {topic} in {setting}: Erhebung {number}',
  topics: ['städtischer Überhitzung', 'Antibiotikaresistenzen', 'Moorböden', 'Störgrößen im Stromnetz'],
  methods: ['Hierarchische Bayes-Modelle', 'Neuronale Netze', 'Zeitreihen aus Satellitendaten'],
  settings: ['Küstenstädten', 'öffentlichen Krankenhäusern', 'Grundschulen'],
  sentences: [
    'Untersucht wird das Ausmaß von {topic} in {setting}; herangezogen werden {n} Messreihen aus mehreren Jahrzehnten.',
    'Die geschätzten Größen fallen kleiner aus als in der Literatur üblich, was überwiegend auf die Auswahl der Orte zurückgeht.',
    'Für die Übertragbarkeit auf andere Länder wären zusätzliche Erhebungen nötig, deren Umfang hier grob überschlagen wird.',
    'Alle Daten sind frei zugänglich; die Auswertung lässt sich mit wenigen Befehlen vollständig wiederholen.',
  ],
  between: ' ',
  venues: ['Zeitschrift für erfundene Ergebnisse', 'Maß und Methode'],
  given: ['Jürgen', 'Käthe', 'Sören', 'Änne'],
  family: ['Groß', 'Schröder', 'Bäcker', 'Weiß'],
  name: westernName,
};

export const LANGUAGES: readonly Language[] = [ENGLISH, CHINESE, JAPANESE, FRENCH, GERMAN];
