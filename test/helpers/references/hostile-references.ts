import type { PaperInput } from '../../../src/papers/paper.ts';

/** Hard references: scripts, styles, notices beside their papers, addresses of publishers, likely inventions. */

export const HOSTILE_CATALOGUE = {
  zh: {
    title: '基于深度学习的图像识别综述',
    authors: ['王伟', '李娜'],
    year: 2019,
    doi: '10.11897/sp.j.1016.2019.00453',
  },
  ru: {
    title: 'Влияние температуры воды на рост коралловых рифов',
    authors: ['И. И. Иванов', 'П. П. Петров'],
    year: 2018,
    doi: '10.31857/s0044459618030012',
  },
  ja: {
    title: '深層学習を用いた地震波の検出',
    authors: ['田中太郎', '鈴木花子'],
    year: 2020,
    doi: '10.4294/zisin.2020-1',
  },
  ko: {
    title: '한국 청소년의 수면 시간과 우울 증상의 관계',
    authors: ['김민수', '박지영'],
    year: 2021,
    doi: '10.4082/kjfp.21.0001',
  },
  ar: {
    title: 'أثر التغير المناخي على الزراعة في مصر',
    authors: ['محمد أحمد'],
    year: 2020,
    doi: '10.21608/jaess.2020.1',
  },
  el: {
    title: 'Η επίδραση της θερμοκρασίας στην ανάπτυξη των κοραλλιών',
    authors: ['Γιώργος Παπαδόπουλος'],
    year: 2017,
    doi: '10.12681/x.1',
  },
  erdos: {
    title: 'On random graphs. I.',
    authors: ['Paul Erdős', 'Alfréd Rényi'],
    year: 1959,
    doi: '10.5486/pmd.1959.6.3-4.12',
  },
  vant: {
    title: 'Die Grenzebene, ein Hilfsmittel zur Lösung mathematischer Aufgaben aus der Dynamik',
    authors: ["J. H. van 't Hoff"],
    year: 1890,
    doi: '10.1515/zpch-1890-0501',
  },
  nguyen: {
    title: 'Rice yield under salinity stress in the Mekong Delta: a field experiment',
    authors: ['Thị Hương Nguyễn', 'Văn Nam Trần'],
    year: 2016,
    doi: '10.1016/j.agwat.2016.01.001',
  },
  obrien: {
    title: 'A caution regarding rules of thumb for variance inflation factors',
    authors: ['Robert M. O’brien'],
    year: 2007,
    doi: '10.1007/s11135-006-9018-6',
  },
  who: {
    title: 'Global tuberculosis report 2021',
    authors: ['World Health Organization'],
    year: 2021,
    doi: '10.5555/who',
  },
  rajkomar: {
    title: 'Machine Learning in Medicine',
    authors: ['Alvin Rajkomar', 'Jeffrey Dean', 'Isaac Kohane'],
    year: 2019,
    doi: '10.1056/nejmra1814259',
  },
  deo: {
    title: 'Machine Learning in Medicine',
    authors: ['Rahul C. Deo'],
    year: 2015,
    doi: '10.1161/circulationaha.115.001593',
  },
  hcq: {
    title:
      'RETRACTED: Hydroxychloroquine or chloroquine with or without a macrolide for treatment of COVID-19: a multinational registry analysis',
    authors: ['Mandeep R Mehra', 'Sapan S Desai'],
    year: 2020,
    doi: '10.1016/s0140-6736(20)31180-6',
    isRetracted: true,
  },
  hcqNotice: {
    title:
      'Retraction—Hydroxychloroquine or chloroquine with or without a macrolide for treatment of COVID-19: a multinational registry analysis',
    authors: ['Mandeep R Mehra', 'Frank Ruschitzka', 'Amit N Patel'],
    year: 2020,
    doi: '10.1016/s0140-6736(20)31324-6',
  },
  hcqErr: {
    title:
      'Department of Error: Hydroxychloroquine or chloroquine with or without a macrolide for treatment of COVID-19: a multinational registry analysis',
    authors: [],
    year: 2020,
    doi: '10.1016/s0140-6736(20)31249-6',
  },
  metf1: {
    title: 'Effects of metformin in type 1 diabetes: a randomized controlled trial',
    authors: ['Anna Larsson', 'Bo Ek'],
    year: 2019,
    doi: '10.2337/dc19-0001',
  },
  metfErr: {
    title: 'Correction: Effects of metformin in type 1 diabetes: a randomized controlled trial',
    authors: ['Anna Larsson', 'Bo Ek'],
    year: 2020,
    doi: '10.2337/dc20-er01',
  },
  bertPre: {
    title: 'BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding',
    authors: ['Jacob Devlin', 'Ming-Wei Chang'],
    year: 2018,
    doi: '10.48550/arxiv.1810.04805',
    arxivId: '1810.04805',
  },
  bertPub: {
    title: 'BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding',
    authors: ['Jacob Devlin', 'Ming-Wei Chang'],
    year: 2019,
    doi: '10.18653/v1/n19-1423',
  },
  biorxiv: {
    title: 'Sequence-based prediction of coral symbiont shuffling under heat stress',
    authors: ['Maria Gomez-Perez', 'Li Chen'],
    year: 2021,
    doi: '10.1038/s41396-021-00001-1',
  },
  sici: {
    title: 'Extracting summary statistics to perform meta-analyses of the published literature for survival endpoints',
    authors: ['M. K. B. Parmar', 'V. Torri', 'L. Stewart'],
    year: 1998,
    doi: '10.1002/(sici)1097-0258(19981230)17:24<2815::aid-sim110>3.0.co;2-8',
    pmid: '9921604',
  },
  plos: {
    title: 'Why Most Published Research Findings Are False',
    authors: ['John P. A. Ioannidis'],
    year: 2005,
    doi: '10.1371/journal.pmed.0020124',
  },
  front: {
    title: 'Mindfulness and cognitive control in adolescents with attention problems',
    authors: ['Sara Lindqvist'],
    year: 2019,
    doi: '10.3389/fpsyg.2019.00813',
  },
  biv: {
    title: 'SARS-CoV-2 spike protein binds human lectins in vitro',
    authors: ['Kei Sato', 'Ann Boon'],
    year: 2020,
    doi: '10.1101/2020.03.22.002386',
  },
  cnn: {
    title: 'ImageNet classification with deep convolutional neural networks',
    authors: ['Alex Krizhevsky', 'Ilya Sutskever', 'Geoffrey E. Hinton'],
    year: 2017,
    doi: '10.1145/3065386',
  },
  kahneman: {
    title: 'Prospect Theory: An Analysis of Decision under Risk',
    authors: ['Daniel Kahneman', 'Amos Tversky'],
    year: 1979,
    doi: '10.2307/1914185',
  },
  dna: {
    title: 'Initial sequencing and analysis of the human genome',
    authors: ['Eric S. Lander', 'Lauren M. Linton', 'International Human Genome Sequencing Consortium'],
    year: 2001,
    doi: '10.1038/35057062',
  },
  adam: {
    title: 'Adam: A Method for Stochastic Optimization',
    authors: ['Diederik P. Kingma', 'Jimmy Ba'],
    year: 2014,
    doi: '10.48550/arxiv.1412.6980',
    arxivId: '1412.6980',
  },
  gan: {
    title: 'Generative Adversarial Nets',
    authors: ['Ian Goodfellow', 'Jean Pouget-Abadie'],
    year: 2014,
    doi: '10.5555/gan',
  },
  xgb: { title: 'XGBoost', authors: ['Tianqi Chen', 'Carlos Guestrin'], year: 2016, doi: '10.1145/2939672.2939785' },
  lsa: {
    title: 'Long Short-Term Memory',
    authors: ['Sepp Hochreiter', 'Jürgen Schmidhuber'],
    year: 1997,
    doi: '10.1162/neco.1997.9.8.1735',
  },
  intro: { title: 'Introduction', authors: ['Jane Roe'], year: 2010, doi: '10.5555/intro' },
  partI: {
    title: 'The management of severe asthma in children. Part 1: diagnosis',
    authors: ['Ruth Ames'],
    year: 2011,
    doi: '10.5555/p1',
  },
  partII: {
    title: 'The management of severe asthma in children. Part 2: treatment',
    authors: ['Ruth Ames'],
    year: 2011,
    doi: '10.5555/p2',
  },
  generics: {
    title: 'Switching to generics: costs and consequences in nine countries',
    authors: ['Lisette van Raak', 'Anne Hilton'],
    year: 2002,
    doi: '10.5555/generics',
  },
  survey: {
    title: 'Do prescribing policies differ for generics? Findings from an international survey',
    authors: ['Marta Rossi'],
    year: 2014,
    venue: 'Med Policy',
    doi: '10.5555/survey',
  },
  vitamin: {
    title: 'Vitamin D deficiency in adults with psychosis: a systematic review',
    authors: ['Jia-Lian Zhu'],
    year: 2020,
    doi: '10.5555/vitamin',
  },
  mathew: {
    title: 'Efficacy of Gabapentin in Migraine Prophylaxis',
    authors: ['Ninan T. Mathew', 'Alan M. Rapoport'],
    year: 2001,
    venue: 'Headache',
    doi: '10.1046/j.1526-4610.2001.111006119.x',
  },
  markup: {
    title: 'Structure of β-lactamase inhibitors and H2O networks in Escherichia coli',
    authors: ['Søren Ångström', 'Zoë Müller-Lüdenscheidt'],
    year: 2003,
    doi: '10.5555/beta',
  },
} satisfies Record<string, PaperInput & { doi: string }>;

export type HostileName = keyof typeof HOSTILE_CATALOGUE;

/** Right; found exactly. Without a name several papers are meant. */
export const RIGHT: [text: string, means?: HostileName][] = [
  [
    'RETRACTED: Hydroxychloroquine or chloroquine with or without a macrolide for treatment of COVID-19: a multinational registry analysis',
    'hcq',
  ],
  ['Vitamin D deficiency in adults with psychosis: a systematic review (2020)', 'vitamin'],
  ['Vitamin D Deficiency in Adults with Psychosis: A Systematic Review (2020)', 'vitamin'],
  ['Do prescribing policies differ for generics? Findings from an international survey', 'survey'],
  ['Do prescribing policies differ for generics? Findings from an international survey. Rossi 2014', 'survey'],
  ['please verify "Efficacy of Gabapentin in Migraine Prophylaxis" by Mathew (2001)', 'mathew'],
  ['Check: Mathew NT, Rapoport AM. Efficacy of gabapentin in migraine prophylaxis. Headache 2001', 'mathew'],
  ['王伟, 李娜. 基于深度学习的图像识别综述[J]. 计算机学报, 2019, 42(3): 453-482.', 'zh'],
  ['王伟，李娜．基于深度学习的图像识别综述［J］．计算机学报，2019，42（3）：453-482．', 'zh'],
  ['基于深度学习的图像识别综述', 'zh'],
  [
    'Иванов И. И., Петров П. П. Влияние температуры воды на рост коралловых рифов // Журнал общей биологии. 2018. Т. 79. № 3. С. 201–210.',
    'ru',
  ],
  ['田中太郎, 鈴木花子 (2020) 深層学習を用いた地震波の検出. 地震 73: 1-12.', 'ja'],
  ['田中太郎・鈴木花子「深層学習を用いた地震波の検出」『地震』第73巻、2020年、1-12頁', 'ja'],
  ['김민수, 박지영. 한국 청소년의 수면 시간과 우울 증상의 관계. 가정의학 2021;42:1-8.', 'ko'],
  ['محمد أحمد (2020). أثر التغير المناخي على الزراعة في مصر. مجلة الاقتصاد الزراعي', 'ar'],
  ['Παπαδόπουλος Γ. Η επίδραση της θερμοκρασίας στην ανάπτυξη των κοραλλιών. Θαλασσινά. 2017;3:1-9.', 'el'],
  ['Erdős P, Rényi A. On random graphs I. Publ. Math. Debrecen 6 (1959) 290–297.', 'erdos'],
  ['Erdos, P., & Renyi, A. (1959). On random graphs I. Publicationes Mathematicae, 6, 290-297.', 'erdos'],
  [
    "van 't Hoff JH. Die Grenzebene, ein Hilfsmittel zur Lösung mathematischer Aufgaben aus der Dynamik. Z Phys Chem. 1890;5:1.",
    'vant',
  ],
  [
    'Nguyen TH, Tran VN. Rice yield under salinity stress in the Mekong Delta: a field experiment. Agric Water Manag. 2016;166:1-9.',
    'nguyen',
  ],
  [
    'Nguyễn Thị Hương, Trần Văn Nam (2016). Rice yield under salinity stress in the Mekong Delta: a field experiment. Agric Water Manag.',
    'nguyen',
  ],
  [
    "O'Brien RM. A caution regarding rules of thumb for variance inflation factors. Qual Quant. 2007;41:673-90.",
    'obrien',
  ],
  [
    'O’Brien, R. M. (2007). A caution regarding rules of thumb for variance inflation factors. Quality & Quantity, 41, 673–690.',
    'obrien',
  ],
  ['World Health Organization. Global tuberculosis report 2021. Geneva: WHO; 2021.', 'who'],
  ['WHO (2021). Global tuberculosis report 2021.', 'who'],
  [
    'World Health Organization. (2021). Global tuberculosis report 2021. https://www.who.int/publications/i/item/9789240037021',
    'who',
  ],
  ['Deo RC. Machine Learning in Medicine. Circulation. 2015;132:1920-30.', 'deo'],
  ['Rajkomar A, Dean J, Kohane I. Machine Learning in Medicine. N Engl J Med 2019;380:1347-58.', 'rajkomar'],
  ['Machine Learning in Medicine'],
  [
    'Mehra MR, Desai SS. Hydroxychloroquine or chloroquine with or without a macrolide for treatment of COVID-19: a multinational registry analysis. Lancet 2020.',
    'hcq',
  ],
  [
    'Mehra MR, Ruschitzka F, Patel AN. Retraction—Hydroxychloroquine or chloroquine with or without a macrolide for treatment of COVID-19: a multinational registry analysis. Lancet 2020; 395: 1820.',
    'hcqNotice',
  ],
  [
    'Larsson A, Ek B. Effects of metformin in type 1 diabetes: a randomized controlled trial. Diabetes Care. 2019;42:1-9.',
    'metf1',
  ],
  [
    'Larsson A, Ek B. Correction: Effects of metformin in type 1 diabetes: a randomized controlled trial. Diabetes Care. 2020;43:1.',
    'metfErr',
  ],
  [
    'Devlin J, Chang MW. BERT: Pre-training of deep bidirectional transformers for language understanding. arXiv preprint. 2018.',
    'bertPre',
  ],
  [
    'Devlin J, Chang MW. BERT: Pre-training of deep bidirectional transformers for language understanding. NAACL-HLT 2019; 4171-86.',
    'bertPub',
  ],
  [
    'Gomez-Perez M, Chen L. Sequence-based prediction of coral symbiont shuffling under heat stress. bioRxiv 2020.07.01.180000; doi: https://doi.org/10.1101/2020.07.01.180000',
    'biorxiv',
  ],
  [
    'Gomez Perez, M., & Chen, L. (2021). Sequence-based prediction of coral symbiont shuffling under heat stress. ISME J.',
    'biorxiv',
  ],
  [
    'Parmar MKB, Torri V, Stewart L. Extracting summary statistics to perform meta-analyses of the published literature for survival endpoints. Stat Med 1998;17:2815–34. https://doi.org/10.1002/(SICI)1097-0258(19981230)17:24<2815::AID-SIM110>3.0.CO;2-8',
    'sici',
  ],
  ['https://doi.org/10.1002/(SICI)1097-0258(19981230)17:24%3C2815::AID-SIM110%3E3.0.CO;2-8', 'sici'],
  ['10.1002/(SICI)1097-0258(19981230)17:24<2815::AID-SIM110>3.0.CO;2-8', 'sici'],
  ['https://journals.plos.org/plosmedicine/article?id=10.1371/journal.pmed.0020124', 'plos'],
  ['https://journals.plos.org/plosmedicine/article/file?id=10.1371/journal.pmed.0020124&type=printable', 'plos'],
  ['doi:10.1371/journal.pmed.0020124.pdf', 'plos'],
  [
    'Ioannidis JPA (2005) Why Most Published Research Findings Are False. PLoS Med 2(8): e124. https://doi.org/10.1371/journal.pmed.0020124).',
    'plos',
  ],
  ['(doi:10.1371/journal.pmed.0020124);', 'plos'],
  ['"10.1371/journal.pmed.0020124"', 'plos'],
  ['DOI 10.1371/JOURNAL.PMED.0020124,', 'plos'],
  ['https://doi.org/10.1371/journal.pmed.0020124?utm_source=x#abstract', 'plos'],
  ['https://www.frontiersin.org/articles/10.3389/fpsyg.2019.00813/full', 'front'],
  ['https://www.frontiersin.org/articles/10.3389/fpsyg.2019.00813/full#B12', 'front'],
  ['https://www.biorxiv.org/content/10.1101/2020.03.22.002386v1', 'biv'],
  ['https://www.biorxiv.org/content/10.1101/2020.03.22.002386v2.full.pdf', 'biv'],
  ['https://dl.acm.org/doi/pdf/10.1145/3065386', 'cnn'],
  ['https://dl.acm.org/doi/abs/10.1145/3065386?casa_token=abc', 'cnn'],
  [
    'Kahneman D, Tversky A. Prospect theory: an analysis of decision under risk. Econometrica. 1979;47(2):263-91.',
    'kahneman',
  ],
  [
    'Lander ES, et al; International Human Genome Sequencing Consortium. Initial sequencing and analysis of the human genome. Nature. 2001;409:860-921.',
    'dna',
  ],
  [
    'International Human Genome Sequencing Consortium. Initial sequencing and analysis of the human genome. Nature 409, 860–921 (2001).',
    'dna',
  ],
  ['Kingma DP, Ba J. Adam: a method for stochastic optimization. arXiv:1412.6980, 2014.', 'adam'],
  ['Goodfellow I, Pouget-Abadie J, et al. Generative adversarial nets. NeurIPS 2014; 27.', 'gan'],
  ['Hochreiter S, Schmidhuber J. Long short-term memory. Neural Comput. 1997;9:1735-80.', 'lsa'],
  [
    'S. Hochreiter and J. Schmidhuber, “Long short-term memory,” Neural computation, vol. 9, no. 8, pp. 1735–1780, 1997.',
    'lsa',
  ],
  ['Roe J. Introduction. J Appl Things. 2010;1:1.', 'intro'],
  ['Ames R. The management of severe asthma in children. Part 2: treatment. Thorax. 2011.', 'partII'],
  [
    'Ångström S, Müller-Lüdenscheidt Z. Structure of beta-lactamase inhibitors and H2O networks in Escherichia coli. J Bact. 2003.',
    'markup',
  ],
  ['Why Most Published Research Findings Are False. John P. A. Ioannidis. PLoS Medicine, 2005', 'plos'],
  ['Ioannidis 2005 Why Most Published Research Findings Are False', 'plos'],
  ['Ioannidis, "Why Most Published Research Findings Are False" (2005)', 'plos'],
  ['Why Most Published Research Findings Are False?', 'plos'],
  ['KROTO HW. IOANNIDIS JPA. WHY MOST PUBLISHED RESEARCH FINDINGS ARE FALSE. PLOS MED. 2005;2:E124.', 'plos'],
  ['IOANNIDIS, J.P.A. (2005). WHY MOST PUBLISHED RESEARCH FINDINGS ARE FALSE. PLOS MEDICINE, 2(8), E124.', 'plos'],
  [
    'Ioannidis, J. P. A. (2005, August 30). Why most published research findings are false. PLOS Medicine, 2(8), Article e124.',
    'plos',
  ],
  [
    'Ioannidis, John P. A. “Why Most Published Research Findings Are False.” PLoS Medicine 2, no. 8 (2005): e124. https://doi.org/10.1371/journal.pmed.0020124.',
    'plos',
  ],
  [
    "Ioannidis, JPA 2005, 'Why most published research findings are false', PLoS Medicine, vol. 2, no. 8, p. e124, viewed 3 May 2019.",
    'plos',
  ],
  [
    'Ioannidis JPA. Why most published research findings are false [Internet]. PLoS Med. 2005 [cited 2020 May 3];2(8):e124. Available from: https://journals.plos.org/x',
    'plos',
  ],
  ['12) Ioannidis JPA. Why most published research findings are false. PLoS Med. 2005;2:e124. [PubMed]', 'plos'],
  [
    '12. Ioannidis JPA. Why most published research findings are false. PLoS Med. 2005;2:e124. PMID: 16060722; PMCID: PMC1182327.',
    'plos',
  ],
  [
    '\\bibitem{io05} J.~P.~A. Ioannidis. \\newblock Why most published research findings are false. \\newblock {\\em PLoS Medicine}, 2(8):e124, 2005.',
    'plos',
  ],
  ['<i>Ioannidis JPA</i>. Why most published research findings are false. <b>PLoS Med</b>. 2005', 'plos'],
  ['Ioannidis JPA. Why most published re-\nsearch findings are false. PLoS Med. 2005;2:e124.', 'plos'],
  [
    'Hochreiter, S. and Schmidhuber, J.: Long Short-Term Memory, Neural Comput., 9, 1735–1780, https://doi.org/10.1162/neco.1997.9.8.1735, 1997.',
    'lsa',
  ],
  ['Sepp Hochreiter and Jürgen Schmidhuber. Long short-term memory. Neural Computation, 9(8):1735–1780, 1997.', 'lsa'],
  ['Sepp Hochreiter, Jürgen Schmidhuber: Long Short-Term Memory. Neural Comput. 9(8): 1735-1780 (1997)', 'lsa'],
  ['Hochreiter & Schmidhuber 1997 Long short-term memory Neural Comput. 9 1735', 'lsa'],
  ['Hochreiter S and Schmidhuber J 1997 Long short-term memory Neural Comput. 9 1735–80', 'lsa'],
  ['Long short-term memory. S Hochreiter, J Schmidhuber - Neural computation, 1997 - MIT Press', 'lsa'],
  ['S Hochreiter, J Schmidhuber. Long short-term memory. 1997', 'lsa'],
  [
    'Hochreiter, Sepp; Schmidhuber, Jürgen (1997-11-15). "Long Short-Term Memory". Neural Computation. 9 (8): 1735–1780.',
    'lsa',
  ],
  ['Hochreiter S. Long short-term memory (in German). Neural Comput 1997', 'lsa'],
  [
    'Nguyen, Thi Huong, et al. "Rice Yield under Salinity Stress in the Mekong Delta: A Field Experiment." Agricultural Water Management, vol. 166, 2016, pp. 1-9.',
    'nguyen',
  ],
  [
    'Krizhevsky, A., Sutskever, I. & Hinton, G. E. ImageNet classification with deep convolutional neural networks. Commun. ACM 60, 84–90 (2017).',
    'cnn',
  ],
  [
    'A. Krizhevsky, I. Sutskever, and G. E. Hinton. Imagenet classification with deep convolutional neural networks. In F. Pereira, C. Burges, L. Bottou, and K. Weinberger, editors, Advances in Neural Information Processing Systems 25, pages 1097–1105. Curran Associates, Inc., 2017.',
    'cnn',
  ],
  [
    'Krizhevsky et al., ImageNet Classification with Deep Convolutional Neural Networks, Communications of the ACM, 2017',
    'cnn',
  ],
  [
    'Kahneman, D., & Tversky, A. (1979). Prospect theory: An analysis of decision under risk. In Handbook of the fundamentals of financial decision making: Part I (pp. 99-127). (Reprinted 2013)',
    'kahneman',
  ],
  [
    'Kahneman, D., and A. Tversky. 1979. Prospect Theory: An Analysis of Decision Under Risk. Econometrica 47: 263–91.',
    'kahneman',
  ],
  ['Kahneman D & Tversky A (n.d.). Prospect theory: An analysis of decision under risk.', 'kahneman'],
  ['Kahneman D, Tversky A. Prospect theory: an analysis of decision under risk. Econometrica. in press.', 'kahneman'],
  ['Lander, E.S. et al. Initial sequencing and analysis of the human genome. Nature 409, 860 – 921 (2001)', 'dna'],
  [
    'Gomez-Perez M. & Chen L. "Sequence based prediction of coral symbiont shuffling under heat stress", ISME Journal, 2021',
    'biorxiv',
  ],
  [
    'Gómez-Pérez M, Chen L. Sequence-based prediction of coral symbiont shuffling under heat stress. ISME J. 2021;15:1-12.',
    'biorxiv',
  ],
  [
    'Sato K, Boon A. SARS-CoV-2 spike protein binds human lectins in vitro. bioRxiv [Preprint]. 2020 Mar 24 [cited 2021 Jan 2]: 2020.03.22.002386.',
    'biv',
  ],
  ['Sato, K., Boon, A.: SARS–CoV–2 spike protein binds human lectins in vitro (2020)', 'biv'],
  [
    'Lindqvist S. Mindfulness and cognitive control in adolescents with attention problems. Front Psychol. 2019;10:813. doi: 10.3389/fpsyg.2019.00813. eCollection 2019.',
    'front',
  ],
  [
    'Lindqvist S. Mindfulness and cognitive control in adolescents with attention problems. Front Psychol. 2019;10:813. doi: 10.3389/ fpsyg.2019.00813',
    'front',
  ],
  [
    'Goodfellow, I. et al. (2014). Generative Adversarial Nets. In: Advances in Neural Information Processing Systems. pp. 2672–2680.',
    'gan',
  ],
  ['Chen T, Guestrin C. XGBoost. In: KDD 2016.', 'xgb'],
  ['Kingma, D. P. and Ba, J. L. (2014). Adam: A method for stochastic optimization. CoRR, abs/1412.6980.', 'adam'],
  [
    '@misc{kingma2014adam, title={Adam: A Method for Stochastic Optimization}, author={Diederik P. Kingma and Jimmy Ba}, year={2014}, eprint={1412.6980}, archivePrefix={arXiv}, primaryClass={cs.LG}}',
    'adam',
  ],
  ['arXiv 1412.6980 [cs.LG]', 'adam'],
  ['https://arxiv.org/pdf/1412.6980v9.pdf', 'adam'],
  ['http://arxiv.org/abs/1412.6980v9', 'adam'],
  ['10.48550/arXiv.1412.6980', 'adam'],
];

/** References with an error, or with too little to be certain. */
export const WRONG: [text: string, means?: HostileName][] = [
  ['Vitamin D Deficiency in Adults with Psychosis: A Systematic Review (2013)', 'vitamin'],
  // Authors that are not read, and a year that is wrong.
  [
    'Raak Lv, Hilton A. Switching to generics: costs and consequences in nine countries. Med J. 2006;12:1-9.',
    'generics',
  ],
  ['Do prescribing policies differ for genreics? Findings from an international survey', 'survey'],
  ['王伟. 基于深度学习的图像识别综述[J]. 计算机学报, 2016', 'zh'],
  [
    'Larsson A, Ek B. Effects of metformin in type 2 diabetes: a randomized controlled trial. Diabetes Care. 2019;42:1-9.',
    'metf1',
  ],
  [
    'Krizhevsky A, Sutskever I, Hinton GE. ImageNet classification with deep convolutional neural networks. NIPS. 2012:1097-105.',
    'cnn',
  ],
  ['Kahneman, D. & Tversky, A. "Prospect Theory." Econometrica 47 (1979): 263-291.', 'kahneman'],
  [
    'Kahneman D, Tversky A. Prospect theory: an analysis of decision under risk. Econometrica. 1979. doi:10.1145/3065386',
    'kahneman',
  ],
  [
    'Kahneman D, Tversky A. Prospect theory: an analysis of decision under risk. Econometrica. 1979. doi:10.5555/nothing.1',
    'kahneman',
  ],
  ['Kingma DP, Ba J. Adam: a method for stochastic optimization. ICLR 2015.', 'adam'],
  ['Chen T, Guestrin C. XGBoost: A scalable tree boosting system. KDD 2016: 785-794.', 'xgb'],
  ['Ames R. The management of severe asthma in children. Part 3: follow-up. Thorax. 2011.'],
  [
    'Angstrom S, Muller-Ludenscheidt Z. Structure of β-lactamase inhibitors and H₂O networks in E. coli. J Bact. 2003.',
    'markup',
  ],
  ['Smith A. Why most published research findings are false. PLoS Med. 1999.', 'plos'],
  ['Hinton GE, Krizhevsky A. ImageNet classification with deep convolutional neural networks. CACM 2017', 'cnn'],
  [
    'Lindqvist S. Mindfulness and cognitive control in adults with attention problems. Front Psychol. 2019;10:813.',
    'front',
  ],
  [
    'Andersson P. Mindfulness and cognitive control in adolescents with attention problems. J Youth. 2011;1:1.',
    'front',
  ],
  ['Kingma, D., & Ba, J. (2014). Adam: A method for stochastic optimisation. arXiv [cs.LG].', 'adam'],
  ['Mathew NT, Rapoport A (2001). Efficacy of gabapentin in migraine prevention. Headache.', 'mathew'],
  ['Lander ES. Initial sequencing and analysis of the mouse genome. Nature. 2001;409:860-921.', 'dna'],
];

/** References to no paper of the catalogue. */
export const ABSENT: string[] = [
  'Retraction: Efficacy of Gabapentin in Migraine Prophylaxis',
  'Mathew NT. Efficacy of topiramate in migraine prophylaxis. Headache. 2001;41:119-28.',
  'Mathew NT, Rapoport A (2001). Efficacy of carbamazepine in epilepsy prophylaxis. Headache.',
  '张三. 基于深度学习的语音识别综述[J]. 软件学报, 2020, 31(2): 1-20.',
  '王伟, 李娜. 基于强化学习的机器人控制综述[J]. 计算机学报, 2019.',
  'Иванов И.И. Влияние солёности воды на рост пресноводных губок // Журнал общей биологии. 2018.',
  'Erdős P, Rényi A. On random graphs II. Publ. Math. Debrecen 6 (1959) 290–297.',
  'Obermeyer Z. Machine learning in medicine. JAMA. 2016;316:1-2.',
  'Kahneman D, Tversky A. Regret and hope in medical decisions under ambiguity. Econometrica. 1981;49:1-20. doi:10.2307/1914185',
  'Kahneman D, Tversky A. Regret and hope in medical decisions under ambiguity. Econometrica. 1981;49:1-20.',
  'Goodfellow, Ian, et al. "Generative adversarial networks." Communications of the ACM 63.11 (2020): 139-144.',
  'Hochreiter S, Schmidhuber J. Long-term memory consolidation in octopus networks. Neural Comput. 1998;10:1-20.',
  'Doe J. Introduction. J Appl Things. 2010;1:1.',
  'Goodfellow I. Why most published adversarial nets are false. PLoS Med. 2014;11:e1.',
  'Ioannidis JPA. Why most published clinical research findings are irreproducible. PLoS Med. 2005;2:e124.',
  'Ioannidis JPA. Why most discovered true associations are inflated. Epidemiology. 2008;19:640-8.',
  'Krizhevsky A, Hinton GE. ImageNet segmentation with shallow recurrent neural networks. NIPS. 2012.',
  'Lander ES. Initial sequencing and analysis of the axolotl genome. Nature. 2003;421:1-20.',
  'why most published research findings are true',
  'Larsson et al. (2019) found effects of metformin in type 1 diabetes',
  'Lindqvist S. Mindfulness and memory in older adults with attention problems. Front Psychol. 2017;8:81.',
  'Lindqvist S. Yoga and working memory in children with reading problems. Front Psychol. 2019;10:813. doi: 10.3389/fpsyg.2019.00813',
  'Chen T, Guestrin C. XGBoost for tides. In: KDD 2017.',
];

/** References to no paper of the catalogue, either, that name no title for certain: nothing is said against them. */
export const UNTITLED: string[] = [
  'World Health Organization. Global leprosy report 2021. Geneva: WHO; 2021.',
  'Kahneman & Tversky (1979)',
];
