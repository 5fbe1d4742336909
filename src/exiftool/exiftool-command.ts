import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { wrapError } from "../errors/index.ts";

/**
 * Halves ExifTool's time for the same answers. By default it searches all tags it found for each of hundreds of
 * requested tags, with a separate expression each time, and converts values to words that are not used. Here every name
 * is looked up once per process, and a tag requested by value (`#`) is not converted first.
 *
 * Perl, run before the script; `$0` is the script's path. It replaces two methods of Image::ExifTool 13
 * (`SetFoundTags`, `GetValue`), and passes other requests than those by {@link wantedTags} on to them.
 */
export const quickAnswers = String.raw`
  (my $folder = $0) =~ s{[^/]*$}{};
  unshift @INC, $folder . 'lib';
  # The module reads its configuration while it loads, before the script sets it.
  $Image::ExifTool::configFile = $ARGV[1] if ($ARGV[0] || '') eq '-config';
  require Image::ExifTool;
  no warnings 'redefine';
  my ($select, $convert) = (\&Image::ExifTool::SetFoundTags, \&Image::ExifTool::GetValue);
  my ($asked, @families, @names, @refused, %byName, %byValue) = ('');
  my $rule = sub {
    my ($request, $place) = @_;
    my ($group, $name) = $request =~ /^(?:(.*):)?([-\w*?]+)#?$/ or return;
    $name = '*' if lc $name eq 'all';
    (my $pattern = $name) =~ s/[*]/[-\\w]*/g;
    $pattern =~ s/[?]/[-\\w]/g;
    return { group => lc($group || ''), isAll => $name eq '*', name => qr/^$pattern$/i, place => $place };
  };
  *Image::ExifTool::SetFoundTags = sub {
    my $self = shift;
    my ($values, $requests, $options) = @$self{qw(VALUE REQUESTED_TAGS OPTIONS)};
    my $refusals = $$options{Exclude} || [];
    return &$select($self) unless $requests && @$requests && $$options{Duplicates} && !grep { /^Group/ && $$options{$_} } keys %$options;
    if ($asked ne "@$requests - @$refusals") {
      my $place = 0;
      my @rules = map { &$rule($_, $place++) || return &$select($self) } @$requests;
      @refused = map { &$rule($_, 0) || return &$select($self) } @$refusals;
      @families = grep { $_->{isAll} } @rules;
      @names = grep { !$_->{isAll} } @rules;
      %byName = ();
      $asked = "@$requests - @$refusals";
    }
    my @found;
    for my $key (keys %$values) {
      my ($name) = $key =~ /^([^ ]*)/;
      my ($wanted, $unwanted) = @{$byName{$name} ||= [map { [grep { $name =~ $_->{name} } @$_] } \@names, \@refused]};
      my $table = $$self{TAG_INFO}{$key}{Table};
      next if !@$wanted && $table && ($$table{GROUPS}{0} || '') eq 'MakerNotes';
      my %groups = map { lc($_) => 1 } '', $self->GetGroup($key, -1);
      next if grep { $groups{$_->{group}} } @$unwanted;
      for (@$wanted, @families) { push @{$found[$_->{place}]}, $key if $groups{$_->{group}} }
    }
    my $order = $$self{FILE_ORDER};
    my (@tags, @raw, %inWords);
    for my $place (grep { $found[$_] } 0 .. $#found) {
      my @keys = sort { $$order{$a} <=> $$order{$b} } @{$found[$place]};
      if ($$requests[$place] =~ /#$/) { push @raw, @tags .. @tags + @keys - 1 }
      else { @inWords{@keys} = () }
      push @tags, @keys;
    }
    %byValue = map { ($_ => 1) } grep { !exists $inWords{$_} } @tags;
    $$self{FOUND_TAGS} = \@tags;
    return wantarray ? (\@tags, \@raw, []) : \@tags;
  };
  *Image::ExifTool::GetValue = sub {
    return undef if $_[2] && $_[2] eq 'PrintConv' && delete $byValue{$_[1]};
    return &$convert;
  };
`;

/**
 * Makes ExifTool read text that is not valid UTF-8 as Latin text, regardless of the encoding stated in its block.
 * ExifTool itself shows a question mark for each such byte, and the text is lost. Perl, run after {@link quickAnswers}.
 */
export const latinText = String.raw`
  require Image::ExifTool::XMP;
  my $fix = \&Image::ExifTool::XMP::FixUTF8;
  *Image::ExifTool::XMP::FixUTF8 = sub {
    my ($text, $mark) = @_;
    return &$fix if defined $mark or Image::ExifTool::IsUTF8($text) >= 0;
    $$text = Image::ExifTool->Decode($$text, 'Latin', undef, 'UTF8');
    return 1;
  };
`;

/** How to start ExifTool: program and first arguments. */
export type ExifToolCommand = readonly [string, ...string[]];

/**
 * Runs the script given as first argument, with three changes: it answers faster, it reads Latin text, and the end of
 * the argument stream ends the process. By default ExifTool polls for more arguments indefinitely, so it would outlive
 * a killed Node process.
 */
const exitAtEndOfInput = String.raw`
  *CORE::GLOBAL::sysread = sub (*\$$;$) {
    my $count = @_ > 3
      ? CORE::sysread($_[0], ${"$"}{$_[1]}, $_[2], $_[3])
      : CORE::sysread($_[0], ${"$"}{$_[1]}, $_[2]);
    exit if defined $count and $count == 0 and $_[0] eq 'STAYOPEN';
    return $count;
  };
  $0 = shift;
  ${quickAnswers}
  ${latinText}
  do $0;
  die $@ if $@;
`;

/** Replaces the user's own configuration, which could change tags and their meaning. */
const configuration = ["-config", fileURLToPath(new URL("../../data/exiftool.config", import.meta.url))] as const;

/** Whether ExifTool cannot run here: only on Windows does it include perl. */
export function isPerlMissing(): boolean {
  if (process.platform === "win32") return false;
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return !folders.some((folder) => isExecutable(join(folder, "perl")));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The bundled ExifTool. Throws `io/exiftool` when it is not installed. */
export function findExifTool(): ExifToolCommand {
  const isWindows = process.platform === "win32";
  try {
    const require = createRequire(import.meta.url);
    const path = require(isWindows ? "exiftool-vendored.exe" : "exiftool-vendored.pl") as string;
    return isWindows ? [path, ...configuration] : ["perl", "-e", exitAtEndOfInput, path, ...configuration];
  } catch (thrown) {
    throw wrapError(thrown, "io/exiftool", "metadata: the bundled ExifTool is missing");
  }
}
