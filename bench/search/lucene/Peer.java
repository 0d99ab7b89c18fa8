import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * Lucene as the other engines of the benchmark are used: title and abstract in one field, Porter stems, BM25, all words
 * of the request OR-ed, one thread. `Peer build FOLDER` reads a paper a line up to an empty one, and answers with the
 * seconds for adding and for merging; `Peer search FOLDER` answers each line with the numbers of the papers found.
 * Fields of a line are separated by tabs.
 */
public class Peer {
  private static final Analyzer WORDS = new Analyzer() {
    @Override
    protected TokenStreamComponents createComponents(String field) {
      StandardTokenizer tokens = new StandardTokenizer();
      return new TokenStreamComponents(tokens, new PorterStemFilter(new ASCIIFoldingFilter(new LowerCaseFilter(tokens))));
    }
  };

  public static void main(String[] arguments) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream answers = new PrintStream(System.out, true, "UTF-8");
    try (Directory folder = FSDirectory.open(Path.of(arguments[1]))) {
      if (arguments[0].equals("build")) build(folder, lines, answers);
      else search(folder, lines, answers);
    }
  }

  /** A paper: text, year, citations, open access (1 or 0), fields of study; what is not known is empty. */
  private static void build(Directory folder, BufferedReader lines, PrintStream answers) throws Exception {
    FieldType text = new FieldType();
    text.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    text.setTokenized(true);
    text.freeze();
    try (IndexWriter writer = new IndexWriter(folder, new IndexWriterConfig(WORDS).setRAMBufferSizeMB(256))) {
      long added = 0;
      long nanoseconds = 0;
      for (String line; !(line = lines.readLine()).isEmpty();) {
        long startedAt = System.nanoTime();
        String[] paper = line.split("\t", -1);
        Document document = new Document();
        document.add(new NumericDocValuesField("id", ++added));
        document.add(new Field("text", paper[0], text));
        String[] facts = {"year", "citations", "open"};
        for (int fact = 0; fact < facts.length; fact++) {
          if (!paper[1 + fact].isEmpty()) document.add(new IntPoint(facts[fact], Integer.parseInt(paper[1 + fact])));
        }
        for (String field : paper[4].split(";")) document.add(new StringField("field", field, Field.Store.NO));
        writer.addDocument(document);
        nanoseconds += System.nanoTime() - startedAt;
      }
      long addedAt = System.nanoTime();
      writer.forceMerge(1);
      writer.commit();
      answers.println(nanoseconds / 1e9 + " " + (System.nanoTime() - addedAt) / 1e9);
    }
    // Whoever asks about this process needs it alive.
    lines.readLine();
  }

  /** A request: how many, conditions (`year 2005 2015;field Medicine`), words. */
  private static void search(Directory folder, BufferedReader lines, PrintStream answers) throws Exception {
    IndexSearcher.setMaxClauseCount(10_000);
    try (DirectoryReader reader = DirectoryReader.open(folder)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      answers.println("open");
      for (String line; (line = lines.readLine()) != null;) {
        String[] request = line.split("\t", -1);
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        for (String term : termsOf(request[2])) query.add(new TermQuery(new Term("text", term)), Occur.SHOULD);
        query.setMinimumNumberShouldMatch(1);
        for (String condition : request[1].isEmpty() ? new String[0] : request[1].split(";")) {
          String[] words = condition.split(" ");
          query.add(words.length == 3
              ? IntPoint.newRangeQuery(words[0], Integer.parseInt(words[1]), Integer.parseInt(words[2]))
              : new TermQuery(new Term(words[0], words[1])), Occur.FILTER);
        }
        StringBuilder found = new StringBuilder();
        ScoreDoc[] hits = searcher.search(query.build(), Integer.parseInt(request[0])).scoreDocs;
        for (ScoreDoc hit : hits) {
          NumericDocValues ids = MultiDocValues.getNumericValues(reader, "id");
          ids.advance(hit.doc);
          found.append(ids.longValue()).append(' ');
        }
        answers.println(found.toString().trim());
      }
    }
  }

  private static Set<String> termsOf(String text) throws Exception {
    Set<String> terms = new LinkedHashSet<>();
    try (TokenStream tokens = WORDS.tokenStream("text", text)) {
      CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) terms.add(term.toString());
      tokens.end();
    }
    return terms;
  }
}
