/** The papers behind the references, in the form of the sources. */

export type CataloguePaper = {
  title: string;
  authors: [string, string][];
  year: number;
  venue: string;
  doi: string;
  arxivId?: string;
  pmid?: string;
  isRetracted?: boolean;
};

export const CATALOGUE = {
  attention: {
    venue: 'Advances in Neural Information Processing Systems',
    title: 'Attention Is All You Need',
    authors: [
      ['Ashish', 'Vaswani'],
      ['Noam', 'Shazeer'],
      ['Niki', 'Parmar'],
    ],
    year: 2017,
    doi: '10.48550/arxiv.1706.03762',
    arxivId: '1706.03762',
  },
  deepLearning: {
    venue: 'Nature',
    title: 'Deep learning',
    authors: [
      ['Yann', 'LeCun'],
      ['Yoshua', 'Bengio'],
      ['Geoffrey', 'Hinton'],
    ],
    year: 2015,
    doi: '10.1038/nature14539',
    pmid: '26017442',
  },
  buckminsterfullerene: {
    venue: 'Nature',
    title: 'C60: Buckminsterfullerene',
    authors: [
      ['H. W.', 'Kroto'],
      ['J. R.', 'Heath'],
    ],
    year: 1985,
    doi: '10.1038/318162a0',
  },
  bert: {
    venue:
      'Proceedings of the 2019 Conference of the North American Chapter of the Association for Computational Linguistics',
    title: 'BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding',
    authors: [
      ['Jacob', 'Devlin'],
      ['Ming-Wei', 'Chang'],
    ],
    year: 2019,
    doi: '10.18653/v1/n19-1423',
    arxivId: '1810.04805',
  },
  prisma: {
    venue: 'BMJ',
    title: 'The PRISMA 2020 statement: an updated guideline for reporting systematic reviews',
    authors: [
      ['Matthew J.', 'Page'],
      ['Joanne E.', 'McKenzie'],
      ['Patrick M.', 'Bossuyt'],
    ],
    year: 2021,
    doi: '10.1136/bmj.n71',
    pmid: '33782057',
  },
  randomForests: {
    venue: 'Machine Learning',
    title: 'Random Forests',
    authors: [['Leo', 'Breiman']],
    year: 2001,
    doi: '10.1023/a:1010933404324',
  },
  wakefield: {
    venue: 'The Lancet',
    title:
      'RETRACTED: Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental disorder in children',
    authors: [
      ['A. J.', 'Wakefield'],
      ['S. H.', 'Murch'],
    ],
    year: 1998,
    doi: '10.1016/s0140-6736(97)11096-0',
    pmid: '9500320',
    isRetracted: true,
  },
  residual: {
    venue: '2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)',
    title: 'Deep Residual Learning for Image Recognition',
    authors: [
      ['Kaiming', 'He'],
      ['Xiangyu', 'Zhang'],
    ],
    year: 2016,
    doi: '10.1109/cvpr.2016.90',
  },
  bleaching: {
    venue: 'Nature',
    title: 'Global warming and recurrent mass bleaching of corals',
    authors: [
      ['Terry P.', 'Hughes'],
      ['James T.', 'Kerry'],
    ],
    year: 2017,
    doi: '10.1038/nature21707',
  },
  blast: {
    venue: 'Journal of Molecular Biology',
    title: 'Basic local alignment search tool',
    authors: [
      ['Stephen F.', 'Altschul'],
      ['Warren', 'Gish'],
    ],
    year: 1990,
    doi: '10.1016/s0022-2836(05)80360-2',
  },
  vaccine: {
    venue: 'New England Journal of Medicine',
    title: 'Safety and Efficacy of the BNT162b2 mRNA Covid-19 Vaccine',
    authors: [
      ['Fernando P.', 'Polack'],
      ['Stephen J.', 'Thomas'],
    ],
    year: 2020,
    doi: '10.1056/nejmoa2034577',
  },
  registry: {
    venue: 'The Lancet',
    title:
      'Hydroxychloroquine or chloroquine with or without a macrolide for treatment of COVID-19: a multinational registry analysis',
    authors: [
      ['Mandeep R.', 'Mehra'],
      ['Sapan S.', 'Desai'],
    ],
    year: 2020,
    doi: '10.1016/s0140-6736(20)31180-6',
    isRetracted: true,
  },
  helix: {
    venue: 'Nature',
    title: 'Molecular Structure of Nucleic Acids: A Structure for Deoxyribose Nucleic Acid',
    authors: [
      ['J. D.', 'Watson'],
      ['F. H. C.', 'Crick'],
    ],
    year: 1953,
    doi: '10.1038/171737a0',
  },
  relativity: {
    venue: 'Annalen der Physik',
    title: 'Zur Elektrodynamik bewegter Körper',
    authors: [['Albert', 'Einstein']],
    year: 1905,
    doi: '10.1002/andp.19053221004',
  },
  falseDiscovery: {
    venue: 'Journal of the Royal Statistical Society: Series B (Methodological)',
    title: 'Controlling the False Discovery Rate: A Practical and Powerful Approach to Multiple Testing',
    authors: [
      ['Yoav', 'Benjamini'],
      ['Yosef', 'Hochberg'],
    ],
    year: 1995,
    doi: '10.1111/j.2517-6161.1995.tb02031.x',
  },
  umbrella: {
    venue: 'Zeitschrift Beispiel',
    title: 'Ärztliche Versorgung und Müdigkeit: eine Übersicht über dreißig Jahre',
    authors: [['Jürgen', 'Müller']],
    year: 2011,
    doi: '10.5555/versorgung.11',
  },
} satisfies Record<string, CataloguePaper>;

export type CatalogueName = keyof typeof CATALOGUE;
